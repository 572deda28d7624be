import LayoutPrimitives
import Yams

/// A place of the configuration file, and what may stand there.
struct ConfigurationNode {
  let node: Node
  /// The file, for errors.
  let path: String

  /// The line, from 1.
  var line: Int { node.mark?.line ?? 1 }
  var origin: Origin { .file(path: path, line: line) }

  /// One line of a mapping.
  struct Entry {
    let key: String
    /// Line of the key.
    let line: Int
    let value: ConfigurationNode
  }

  func error(_ message: String) -> ConfigurationError {
    ConfigurationError(.invalid, path: path, line: line, message)
  }

  /// The entries of a mapping whose keys are names of the user's.
  func entries(of what: String) throws(ConfigurationError) -> [Entry] {
    guard let pairs = node.mapping else { throw error("\(what) is expected here") }
    var entries: [Entry] = []
    for (key, value) in pairs {
      let name = ConfigurationNode(node: key, path: path)
      guard let text = key.scalar?.string, !text.isEmpty else {
        throw name.error("a name is expected here")
      }
      guard !entries.contains(where: { $0.key == text }) else {
        throw name.error("'\(text)' comes twice here; keep one of them")
      }
      entries.append(
        Entry(key: text, line: name.line, value: ConfigurationNode(node: value, path: path)))
    }
    return entries
  }

  /// The entries of a mapping whose keys are ours.
  ///
  /// - Parameter later: Keys that a later version will read.
  func entries(
    of what: String, known: [String], later: [String] = []
  ) throws(ConfigurationError) -> [Entry] {
    let entries = try entries(of: what)
    for entry in entries where !known.contains(entry.key) {
      guard !later.contains(entry.key) else {
        throw ConfigurationError(
          .laterKey, path: path, line: entry.line,
          "this version does not read '\(entry.key)' yet; remove it")
      }
      let near = NearestName(known).closest(to: entry.key)
      throw ConfigurationError(
        .unknownKey, path: path, line: entry.line,
        "unknown key '\(entry.key)'; did you mean '\(near)'? Known are "
          + known.joined(separator: ", "))
    }
    return entries
  }

  /// The elements of a list.
  func elements(_ what: String) throws(ConfigurationError) -> [ConfigurationNode] {
    guard let list = node.sequence else { throw error("\(what) is expected here") }
    return list.map { ConfigurationNode(node: $0, path: path) }
  }

  /// A text that is not empty.
  func text(_ what: String) throws(ConfigurationError) -> String {
    guard let scalar = node.scalar, !isNull else { throw error("\(what) is expected here") }
    guard !scalar.string.isEmpty else { throw error("\(what) is expected here, not an empty text") }
    return scalar.string
  }

  /// A text, or a list of texts.
  func texts(_ what: String) throws(ConfigurationError) -> [String] {
    guard let list = node.sequence else { return [try text("\(what), or a list of them,")] }
    guard !list.isEmpty else { throw error("\(what) is expected here, not an empty list") }
    var texts: [String] = []
    for part in list { texts.append(try ConfigurationNode(node: part, path: path).text(what)) }
    return texts
  }

  /// A whole number; digits may be grouped by `_`.
  func integer(in range: ClosedRange<Int>) throws(ConfigurationError) -> Int {
    let digits = node.scalar.map { $0.string.filter { $0 != "_" } }
    guard let number = digits.flatMap({ Int($0) }), range.contains(number) else {
      let found = node.scalar.map { ", not '\($0.string)'" } ?? ""
      throw error(
        "a whole number from \(range.lowerBound) to \(range.upperBound) is expected here\(found)")
    }
    return number
  }

  /// Whether nothing stands here.
  private var isNull: Bool {
    guard let scalar = node.scalar, scalar.style == .plain || scalar.style == .any else {
      return false
    }
    return ["", "~", "null"].contains(scalar.string)
  }
}
