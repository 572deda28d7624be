import Foundation

/// The headers of the last answer, after redirects and retries; names in small letters.
struct AnswerHeaders {
  private var values: [String: String] = [:]

  /// Reads what curl wrote down of all answers.
  init(_ bytes: some Collection<UInt8>) {
    for line in bytes.split(separator: 10) {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("HTTP/") {
        values = [:]
      } else if let colon = text.firstIndex(of: ":") {
        values[text[..<colon].lowercased()] = text[text.index(after: colon)...]
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }
  }

  /// The value of a header; the last where there are several.
  subscript(name: String) -> String? { values[name] }
}
