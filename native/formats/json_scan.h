// JSON read once, from front to back, in blocks: for files that are much larger than what is wanted
// of them. The reader says what it expects next and skips the rest; nothing is kept, nothing
// recurses.
//
//   s.begin_object();
//   while (s.next_key()) s.key() == "id" ? id = s.integer() : s.skip();
//
// What is skipped is checked for its brackets and strings alone.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace hr {

struct JsonError : Error {
  int64_t offset;  // the byte where it is
  JsonError(int64_t at, const std::string& what) : Error(ErrorKind::io, what), offset(at) {}
};

class JsonScanner {
 public:
  // Fills at most so many bytes, returns how many; 0 is the end.
  using Read = std::function<size_t(char*, size_t)>;
  explicit JsonScanner(Read read, size_t block = size_t{1} << 20);

  void begin_object();
  bool next_key();                               // false: the object is over
  std::string_view key() const { return key_; }  // until the next call
  void begin_array();
  bool next_element() {  // false: the array is over
    if (first_ || at_ == end_ || *at_ != ',') return next(']', "\",\" or \"]\"");
    at_++;
    return true;
  }

  // The first byte of what comes next, after spaces; 0 at the end.
  char peek() {
    if (at_ < end_ && *at_ == ' ') at_++;
    return at_ < end_ && !is_space(*at_) ? *at_ : peek_far();
  }
  bool null();  // takes a null, if one comes next
  double number();
  int64_t integer();          // also 7.0 and 7e0
  bool boolean();             // also numbers
  std::string_view string();  // until the next call
  void skip();                // any value
  void end();                 // nothing but spaces may follow
  int64_t offset() const { return before_ + (at_ - buffer_.data()); }
  [[noreturn]] void fail(const std::string& what) const { throw JsonError(offset(), what); }

 private:
  struct Token {
    const char *begin, *end;
    bool integral;
  };
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  char peek_far();
  bool need(size_t n);  // so many bytes in one piece; false: the file ends before
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
  char *at_, *end_;     // what is left of the buffer; a zero byte follows
  int64_t before_ = 0;  // bytes of the file before the buffer's first one
  bool first_ = false;  // nothing has been taken from the innermost object or array
  bool ended_ = false;
  std::string key_, text_;
};

}  // namespace hr
