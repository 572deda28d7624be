import ArgumentParser

/// A feed that is fetched, written as `[NAME=]URL`.
struct WebFeed: Equatable {
  /// Maximum length of a name, of which a file is named, in bytes.
  static let nameBytes = 200

  /// The feed's name; by default from the URL's path, as `build` names a feed after a file.
  let name: String
  /// The URL as given.
  let url: String

  /// Parses an argument; `nil` for one without a URL of `http` or `https`.
  init?(_ word: String) throws(ValidationError) {
    var given: Substring?
    var url = word[...]
    if !Self.isAddress(url), let equals = word.firstIndex(of: "=") {
      given = word[..<equals]
      url = word[word.index(after: equals)...]
    }
    guard Self.isAddress(url), given.map({ !$0.isEmpty && !$0.contains("/") }) ?? true else {
      return nil
    }
    guard
      !url.unicodeScalars.contains(where: {
        $0.properties.isWhitespace || $0.properties.generalCategory == .control
      })
    else { throw ValidationError("there is white space in the URL '\(word)'") }
    self.url = String(url)
    let parts = Self.withoutQuery(url).split(separator: "/")
    // After the scheme and the server.
    guard let name = given.map(String.init) ?? parts.dropFirst(2).last.map({ String($0) }) else {
      throw ValidationError("'\(url)' tells no name for its feed; write NAME=\(url)")
    }
    self.name = given == nil ? FeedOptions.name(of: name) : name
    guard self.name.utf8.count <= Self.nameBytes else {
      throw ValidationError(
        "the name of the feed from '\(url)' has more than \(Self.nameBytes) bytes; "
          + "write NAME=URL with a shorter one")
    }
  }

  /// The URL for logs, without password, query and fragment.
  var shown: String {
    let plain = Self.withoutQuery(url[...])
    guard let scheme = plain.firstRange(of: "://")?.upperBound,
      let at = plain[scheme...].prefix(while: { $0 != "/" }).lastIndex(of: "@")
    else { return String(plain) }
    return String(plain[..<scheme] + plain[plain.index(after: at)...])
  }

  /// Whether the scheme is `https`.
  var isSecure: Bool { url.lowercased().hasPrefix("https:") }

  private static func isAddress(_ text: Substring) -> Bool {
    let scheme = text.prefix(8).lowercased()
    return scheme.hasPrefix("http://") || scheme == "https://"
  }

  /// The part of a URL before its query and fragment.
  static func withoutQuery(_ url: Substring) -> Substring {
    url.prefix { $0 != "?" && $0 != "#" }
  }
}
