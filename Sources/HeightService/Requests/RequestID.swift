import HTTPTypes

/// The id of a request, which its answer and its line of the log carry.
enum RequestID {
  /// The name of the header field; `x-request-id` is a valid name.
  static let field = HTTPField.Name("X-Request-ID")

  /// The id that the client or the proxy sent when it is sane, otherwise a new one.
  static func of(_ headers: HTTPFields) -> String {
    if let field, let sent = headers[field], isSane(sent) { return sent }
    let (high, low) = (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))
    return [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Up to 128 letters, digits and `-_.:`, so that it can be put into a log as it is.
  private static func isSane(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default: "-_.:".utf8.contains(byte)
        }
      }
  }
}
