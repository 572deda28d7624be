import Foundation

/// The HTTP validators of a feed, stored for the next run.
struct FeedValidators: Equatable {
  /// A hash of everything else that the feed's cells depend on.
  var key: String
  /// `ETag`; empty for none.
  var tag = ""
  /// `Last-Modified`; empty for none.
  var date = ""

  /// The file for a feed, whose name is escaped as in URLs.
  ///
  /// - Parameter state: The prefix of state files.
  static func file(of name: String, state: String) -> String {
    let text = name.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber)
      if isPlain || character == "_" || character == "-" { return String(character) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }
    return "\(state).\(text.joined()).http"
  }

  /// Removes the files of all feeds.
  ///
  /// - Parameter state: The prefix of state files.
  static func removeAll(state: String) {
    let folder = URL(filePath: state).deletingLastPathComponent().path
    let prefix = URL(filePath: state).lastPathComponent + "."
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    for name in names ?? [] where name.hasPrefix(prefix) && name.hasSuffix(".http") {
      unlink("\(folder)/\(name)")
    }
  }

  init(key: String, _ headers: AnswerHeaders) {
    self.key = key
    tag = headers["etag"] ?? ""
    date = headers["last-modified"] ?? ""
  }

  /// Parses stored validators; `nil` if they are missing or the key differs.
  init?(kept text: String, key: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 3, lines[0] == key, !(lines[1] + lines[2]).isEmpty else { return nil }
    (self.key, tag, date) = (key, lines[1], lines[2])
  }

  /// The stored form.
  var text: String { "\(key)\n\(tag)\n\(date)\n" }

  /// The headers of a conditional request.
  var conditions: [String] {
    (tag.isEmpty ? [] : ["If-None-Match: \(tag)"])
      + (date.isEmpty ? [] : ["If-Modified-Since: \(date)"])
  }
}
