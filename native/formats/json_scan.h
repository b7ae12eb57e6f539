// Streaming JSON scanner for files much larger than the data wanted from them. One pass, in blocks,
// no recursion. The caller says what it expects next and skips the rest.
//
//   s.begin_object();
//   while (s.next_key()) s.key() == "id" ? id = s.integer() : s.skip();
//
// Skipped values are checked for balanced brackets and closed strings only.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace hr {

struct JsonError : Error {
  int64_t offset;  // offset of the error
  JsonError(int64_t at, const std::string& what) : Error(ErrorKind::io, what), offset(at) {}
};

class JsonScanner {
 public:
  // Fills at most this many bytes and returns their number; 0: end of file.
  using Read = std::function<size_t(char*, size_t)>;
  explicit JsonScanner(Read read, size_t block = size_t{1} << 20);

  void begin_object();
  bool next_key();                               // false: end of object
  std::string_view key() const { return key_; }  // valid until the next call
  void begin_array();
  bool next_element() {  // false: end of array
    if (first_ || at_ == end_ || *at_ != ',') return next(']', "\",\" or \"]\"");
    at_++;
    return true;
  }

  // First byte of the next token, after white space; 0 at the end.
  char peek() {
    if (at_ < end_ && *at_ == ' ') at_++;
    return at_ < end_ && !is_space(*at_) ? *at_ : peek_far();
  }
  bool null();  // consumes a null if it is next
  double number();
  int64_t integer();          // also 7.0 and 7e0
  bool boolean();             // also accepts numbers
  std::string_view string();  // valid until the next call
  void skip();                // skips any value
  void end();                 // only white space may follow
  int64_t offset() const { return before_ + (at_ - buffer_.data()); }
  [[noreturn]] void fail(const std::string& what) const { throw JsonError(offset(), what); }

 private:
  struct Token {
    const char *begin, *end;
    bool integral;
  };
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  char peek_far();
  bool need(size_t n);  // makes n bytes available contiguously; false: end of file
  bool more() { return at_ < end_ || need(1); }
  Token number_token();
  void enter(char bracket, const char* what);
  bool next(char closing, const char* what);
  void literal(std::string_view word);
  std::string_view text(size_t most);
  void escape(std::string& out);
  uint32_t hex4();
  void skip_string();
  [[noreturn]] void fail_expected(const char* what);

  Read read_;
  std::vector<char> buffer_;
  char *at_, *end_;     // unread part of the buffer, followed by a zero byte
  int64_t before_ = 0;  // offset of the buffer in the file
  bool first_ = false;  // no element of the innermost object or array was read yet
  bool ended_ = false;
  std::string key_, text_;
};

}  // namespace hr
