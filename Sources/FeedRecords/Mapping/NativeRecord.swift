import XMLDocuments

/// Reads records that use our own words or JSON Feed's: the record document and JSON Feed items.
struct NativeRecord {
  /// What items inherit from the feed around them.
  struct Inherited: Sendable {
    var author: String?
    var language: String?

    var isEmpty: Bool { author == nil && language == nil }
  }

  var inherited = Inherited()
  var limits: XMLLimits

  /// Whether a record looks like one of these.
  static func fits(_ value: JSONValue) -> Bool {
    if value["content_text"] != nil || value["content_html"] != nil { return true }
    return value["id"] != nil && hasOnlyOurWords(value)
  }

  /// Whether a record has no member but those with a word here: then it has none by which a
  /// built-in mapping knows its records either.
  static func hasOnlyOurWords(_ value: JSONValue) -> Bool {
    var isNative = true
    value.forEachMember { key, _ in
      isNative =
        isNative && value.withBytes(at: key) { NativeWord($0).map { !$0.isField } ?? false }
    }
    return isNative
  }

  /// Names of one author or several.
  static func author<Value: JSONReadable>(_ authors: Value?, _ author: Value?) -> String? {
    var names: String?
    authors?.forEachElement { author in
      guard let name = author.member(named: "name")?.nonEmptyText else { return }
      if let before = names {
        names = before + ", " + name
      } else {
        names = name
      }
    }
    if let names { return names }
    guard let author else { return nil }
    return author.kind == .object ? author.member(named: "name")?.nonEmptyText : author.nonEmptyText
  }
}
