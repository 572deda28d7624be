/// What tells the next night whether a feed has changed, kept beside the store.
struct FeedValidators: Equatable {
  /// Of all that the feed's cells depend on besides the feed.
  var key: String
  /// The answer's `ETag`; empty for none.
  var tag = ""
  /// The answer's `Last-Modified`; empty for none.
  var date = ""

  /// The file of a feed, with every byte of its name but letters, digits, `_` and `-` as `%XX`.
  ///
  /// - Parameter state: What the names of the night's files begin with.
  static func file(of name: String, state: String) -> String {
    let text = name.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber)
      if isPlain || character == "_" || character == "-" { return String(character) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
    return "\(state).\(text.joined()).http"
  }

  init(key: String, _ headers: AnswerHeaders) {
    self.key = key
    tag = headers["etag"] ?? ""
    date = headers["last-modified"] ?? ""
  }

  /// Reads what was kept; `nil` for nothing, and where something else has changed.
  init?(kept text: String, key: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 3, lines[0] == key, !(lines[1] + lines[2]).isEmpty else { return nil }
    (self.key, tag, date) = (key, lines[1], lines[2])
  }

  /// What is kept.
  var text: String { "\(key)\n\(tag)\n\(date)\n" }

  /// Headers that ask for the feed only if it has changed.
  var conditions: [String] {
    (tag.isEmpty ? [] : ["If-None-Match: \(tag)"])
      + (date.isEmpty ? [] : ["If-Modified-Since: \(date)"])
  }
}
