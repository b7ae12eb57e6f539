// Streaming JSON scanner.
#include "formats/json_scan.h"

#include <algorithm>
#include <bitset>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace hr {
namespace {

constexpr size_t kLongestNumber = 1024;
constexpr size_t kLongestText = size_t{1} << 26;
constexpr size_t kLongestKey = size_t{1} << 16;
constexpr size_t kDeepest = 1024;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

void add_utf8(std::string& out, uint32_t code) {
  auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      put(0xE0 | code >> 12);
    } else {
      put(0xF0 | code >> 18);
      put(0x80 | (code >> 12 & 63));
    }
    put(0x80 | (code >> 6 & 63));
  }
  put(0x80 | (code & 63));
}

// Length of the UTF-8 character at s in bytes; 0: invalid.
size_t utf8_length(const uint8_t* s, const uint8_t* end) {
  const size_t n = *s < 0x80   ? 1
                   : *s < 0xC2 ? 0
                   : *s < 0xE0 ? 2
                   : *s < 0xF0 ? 3
                   : *s < 0xF5 ? 4
                               : 0;
  if (n == 0 || static_cast<size_t>(end - s) < n) return 0;
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xC0) != 0x80) return 0;
  const bool wrong = (*s == 0xE0 && s[1] < 0xA0) || (*s == 0xED && s[1] > 0x9F) ||
                     (*s == 0xF0 && s[1] < 0x90) || (*s == 0xF4 && s[1] > 0x8F);
  return wrong ? 0 : n;
}

bool is_utf8(std::string_view text) {
  auto s = reinterpret_cast<const uint8_t*>(text.data()), end = s + text.size();
  while (s < end) {
    const size_t n = utf8_length(s, end);
    if (n == 0) return false;
    s += n;
  }
  return true;
}

// Fast path for common numbers: at most 15 digits, no exponent, exact. Moves s past the number;
// returns false if the slow path must decide.
bool simple_number(const char*& s, double& value) {
  static constexpr double kTens[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                     1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const char* p = s;
  const bool minus = *p == '-';
  p += minus;
  const char* begin = p;
  uint64_t digits = 0;
  while (is_digit(*p)) digits = digits * 10 + static_cast<uint64_t>(*p++ - '0');
  const auto whole = p - begin;
  if (whole == 0 || whole > 15 || (*begin == '0' && whole > 1)) return false;
  ptrdiff_t fraction = 0;
  if (*p == '.') {
    begin = ++p;
    while (is_digit(*p)) digits = digits * 10 + static_cast<uint64_t>(*p++ - '0');
    fraction = p - begin;
    if (fraction == 0 || whole + fraction > 15) return false;
  }
  if (*p == 'e' || *p == 'E' || *p == 0) return false;  // 0: end of buffer, the number may continue
  value = static_cast<double>(digits) / kTens[fraction];
  if (minus) value = -value;
  s = p;
  return true;
}

}  // namespace

JsonScanner::JsonScanner(Read read, size_t block) : read_(std::move(read)) {
  buffer_.resize(std::max(block, 2 * kLongestNumber) + 1);
  at_ = end_ = buffer_.data();
  *end_ = 0;
  if (need(3) && std::memcmp(at_, "\xEF\xBB\xBF", 3) == 0) at_ += 3;  // byte order mark
}

bool JsonScanner::need(size_t n) {
  while (static_cast<size_t>(end_ - at_) < n && !ended_) {
    if (at_ != buffer_.data()) {
      const size_t left = static_cast<size_t>(end_ - at_);
      std::memmove(buffer_.data(), at_, left);
      before_ += at_ - buffer_.data();
      at_ = buffer_.data();
      end_ = at_ + left;
    }
    const size_t room = buffer_.size() - 1 - static_cast<size_t>(end_ - at_);
    const size_t got = read_(end_, room);
    ended_ = got == 0;
    end_ += got;
    *end_ = 0;
  }
  return static_cast<size_t>(end_ - at_) >= n;
}

char JsonScanner::peek_far() {
  while (more()) {
    if (!is_space(*at_)) return *at_;
    at_++;
  }
  return 0;
}

void JsonScanner::fail_expected(const char* what) {
  if (!more()) fail(std::string("the file ends where ") + what + " should be: it is truncated");
  const auto c = static_cast<uint8_t>(*at_);
  std::string found(1, *at_);
  if (c < 0x20 || c >= 0x7F) found = "byte " + std::to_string(c);
  if (is_digit(*at_) || c == '-') found = "a number";
  if (c == '"') found = "text";
  if (c == '{') found = "an object";
  if (c == '[') found = "an array";
  if (c == 'n') found = "null";
  fail(std::string("expected ") + what + ", found " + found);
}

// ---- objects and arrays -------------------------------------------------------------------------

void JsonScanner::enter(char bracket, const char* what) {
  if (peek() != bracket) fail_expected(what);
  at_++;
  first_ = true;
}

bool JsonScanner::next(char closing, const char* what) {
  if (peek() == closing) {
    at_++;
    first_ = false;
    return false;
  }
  if (!first_) {
    if (peek() != ',') fail_expected(what);
    at_++;
  }
  first_ = false;
  return true;
}

void JsonScanner::begin_object() { enter('{', "an object"); }
void JsonScanner::begin_array() { enter('[', "an array"); }

bool JsonScanner::next_key() {
  if (!next('}', "\",\" or \"}\"")) return false;
  if (peek() != '"') fail_expected("a key");
  key_.assign(text(kLongestKey));
  if (peek() != ':') fail_expected("\":\"");
  at_++;
  return true;
}

// ---- scalars ------------------------------------------------------------------------------------

void JsonScanner::literal(std::string_view word) {
  if (!need(word.size()) || std::string_view(at_, word.size()) != word) fail_expected("a value");
  at_ += word.size();
}

bool JsonScanner::null() {
  if (peek() != 'n') return false;
  literal("null");
  return true;
}

bool JsonScanner::boolean() {
  const char c = peek();
  if (c != 't' && c != 'f') return integer() != 0;
  literal(c == 't' ? "true" : "false");
  return c == 't';
}

JsonScanner::Token JsonScanner::number_token() {
  const char c = peek();
  if (c != '-' && !is_digit(c)) fail_expected("a number");
  need(kLongestNumber);
  const char* s = at_ + (c == '-');
  bool integral = true;
  auto digits = [&] {
    const char* begin = s;
    while (is_digit(*s)) s++;
    if (s == begin) fail("a number without digits");
  };
  const char* whole = s;
  digits();
  if (*whole == '0' && s - whole > 1) fail("a number that begins with 0");
  if (*s == '.') {
    integral = false;
    s++;
    digits();
  }
  if (*s == 'e' || *s == 'E') {
    integral = false;
    s++;
    if (*s == '+' || *s == '-') s++;
    digits();
  }
  if (s == end_ && !ended_) fail("a number of more than 1000 bytes");
  const Token t{at_, s, integral};
  at_ += s - at_;
  return t;
}

double JsonScanner::number() {
  double value = 0;
  peek();
  if (const char* s = at_; simple_number(s, value)) {
    at_ += s - at_;
    return value;
  }
  const Token t = number_token();
  const auto [end, error] = std::from_chars(t.begin, t.end, value);
  if (error == std::errc::result_out_of_range) {
    // Underflow gives 0.
    if (std::strtod(std::string(t.begin, t.end).c_str(), nullptr) == 0) return 0;
    fail("a number too large for its type");
  }
  return value;
}

int64_t JsonScanner::integer() {
  const Token t = number_token();
  int64_t value = 0;
  if (t.integral) {
    const auto [end, error] = std::from_chars(t.begin, t.end, value);
    if (error != std::errc()) fail("a number too large for its type");
    return value;
  }
  double d = 0;
  const auto [end, error] = std::from_chars(t.begin, t.end, d);
  if (error != std::errc() || std::floor(d) != d || std::fabs(d) > 9007199254740992.0)
    fail("expected a whole number, found " + std::string(t.begin, t.end).substr(0, 40));
  return static_cast<int64_t>(d);
}

// ---- text ---------------------------------------------------------------------------------------

std::string_view JsonScanner::string() {
  if (peek() != '"') fail_expected("text");
  return text(kLongestText);
}

// Fast path: text without escapes in one buffer is returned in place.
std::string_view JsonScanner::text(size_t most) {
  const int64_t start = offset();
  at_++;
  char* s = at_;
  while (s < end_ && *s != '"' && *s != '\\' && static_cast<uint8_t>(*s) >= 0x20) s++;
  std::string_view whole;
  if (s < end_ && *s == '"') {
    whole = {at_, static_cast<size_t>(s - at_)};
    at_ = s + 1;
  } else {
    text_.clear();
    for (;;) {
      if (!more()) throw JsonError(start, "text without an end: the file is truncated");
      const char c = *at_;
      if (static_cast<uint8_t>(c) < 0x20) fail("text with a control character");
      at_++;
      if (c == '"') break;
      if (c == '\\')
        escape(text_);
      else
        text_ += c;
      if (text_.size() > most) throw JsonError(start, "text that is too long");
    }
    whole = text_;
  }
  if (!is_utf8(whole)) throw JsonError(start, "text that is not UTF-8");
  return whole;
}

void JsonScanner::escape(std::string& out) {
  static constexpr char kFrom[] = "\"\\/bfnrt", kTo[] = "\"\\/\b\f\n\r\t";
  if (!more()) fail("text without an end: the file is truncated");
  const char c = *at_;
  if (c == 'u') {
    at_++;
    uint32_t code = hex4();
    if (code >= 0xD800 && code < 0xDC00 && need(2) && at_[0] == '\\' && at_[1] == 'u') {
      at_ += 2;
      const uint32_t low = hex4();
      if (low < 0xDC00 || low > 0xDFFF) fail("half of a surrogate pair");
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    } else if (code >= 0xD800 && code < 0xE000) {
      fail("half of a surrogate pair");
    }
    return add_utf8(out, code);
  }
  const char* found = c ? std::strchr(kFrom, c) : nullptr;
  if (!found) fail("an unknown escape in text");
  out += kTo[found - kFrom];
  at_++;
}

uint32_t JsonScanner::hex4() {
  uint32_t code = 0;
  if (!need(4)) fail("text without an end: the file is truncated");
  const auto [end, error] = std::from_chars(at_, at_ + 4, code, 16);
  if (error != std::errc() || end != at_ + 4) fail("an escape without four hexadecimal digits");
  at_ += 4;
  return code;
}

void JsonScanner::skip_string() {
  const int64_t start = offset();
  at_++;
  while (more()) {
    while (at_ < end_ && *at_ != '"' && *at_ != '\\') at_++;
    if (at_ == end_) continue;
    if (*at_++ == '"') return;
    if (more()) at_++;  // the escaped character
  }
  throw JsonError(start, "text without an end: the file is truncated");
}

// ---- skipping -----------------------------------------------------------------------------------

void JsonScanner::skip() {
  const char c = peek();
  if (c == '"') return skip_string();
  if (c == 't' || c == 'f') return static_cast<void>(boolean());
  if (c == 'n') return static_cast<void>(null());
  if (c != '{' && c != '[') return static_cast<void>(number_token());
  const int64_t start = offset();
  std::bitset<kDeepest> array;
  size_t depth = 0;
  while (more()) {
    // Fast path, as most skipped data is numbers: 32 bytes at a time without brackets and quotes.
    while (end_ - at_ >= 32) {
      int special = 0;
      for (int i = 0; i < 32; i++) {
        const auto b = static_cast<uint8_t>(at_[i]);
        special |= (b == '"') | ((b & 0xD9) == 0x59);  // matches [ ] { } and also Y _ y
      }
      if (special) break;
      at_ += 32;
    }
    if (at_ == end_) continue;
    const char b = *at_;
    if (b == '"') {
      skip_string();
      continue;
    }
    if (b == '{' || b == '[') {
      if (depth == kDeepest) fail("nested more than 1024 times");
      array[depth++] = b == '[';
    } else if (b == '}' || b == ']') {
      if (array[--depth] != (b == ']')) fail("a bracket that closes nothing");
    }
    at_++;
    if (depth == 0) return;
  }
  throw JsonError(start, "brackets without an end: the file is truncated");
}

void JsonScanner::end() {
  if (peek() != 0 || more()) fail("something after the end");
}

}  // namespace hr
