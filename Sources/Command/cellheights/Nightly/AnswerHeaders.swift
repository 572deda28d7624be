import Foundation

/// The headers of the last response after redirects and retries, with names in lower case.
struct AnswerHeaders {
  private var values: [String: String] = [:]

  /// Parses curl's dump of the headers of all responses.
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

  /// The last value of a header.
  subscript(name: String) -> String? { values[name] }
}
