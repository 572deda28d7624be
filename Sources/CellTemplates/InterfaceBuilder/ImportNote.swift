/// Something in an Interface Builder file that a template document cannot say, or says otherwise.
public struct ImportNote: Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a kind of note.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// A constraint whose item is not in the file.
    case unknownReference = "CH0480"
    /// A constraint that cannot be read, or that UIKit would refuse.
    case constraint = "CH0481"
    /// A kind of view that has no counterpart; it became a plain view.
    case kind = "CH0482"
    /// Views inside a view that lays its content out itself, and what constrains them.
    case content = "CH0483"
    /// A placeholder constraint or size, which is removed when the app is built.
    case placeholder = "CH0484"
    /// Something installed only for size classes other than those imported.
    case variation = "CH0485"
    /// A frame that follows a superview whose size is not known before it is laid out.
    case autoresizing = "CH0486"
    /// An intrinsic content size that nobody knows without UIKit.
    case size = "CH0487"
    /// A setting that changes layout and has no counterpart.
    case setting = "CH0488"
    /// A value that is no number, or one out of range.
    case value = "CH0489"
  }

  /// The kind of note.
  public var code: Code
  /// Every line of the file that it is about, from 1, ascending; never empty.
  public var lines: [Int]
  /// What was found.
  public var found: String
  /// What became of it, and what to do.
  public var advice: String

  /// Creates a note.
  public init(code: Code, lines: [Int], found: String, advice: String) {
    self.code = code
    self.lines = lines
    self.found = found
    self.advice = advice
  }

  /// `CODE line N: found; advice`.
  public var description: String {
    let named = lines.prefix(8).map(String.init).joined(separator: ", ")
    let rest = lines.count > 8 ? " and \(lines.count - 8) more" : ""
    return "\(code.rawValue) \(lines.count == 1 ? "line" : "lines") \(named)\(rest): "
      + "\(found); \(advice)"
  }
}

/// Gathers notes; equal ones on several lines become one.
struct ImportNotes {
  private(set) var list: [ImportNote] = []
  private var places: [String: Int] = [:]
  /// Different notes that are kept; the rest are counted in the last.
  private static let capacity = 500

  mutating func add(_ code: ImportNote.Code, line: Int, _ found: String, _ advice: String) {
    let key = "\(code.rawValue)\u{0}\(found)\u{0}\(advice)"
    if let place = places[key] {
      if list[place].lines.last != line { list[place].lines.append(line) }
      return
    }
    guard list.count < Self.capacity else {
      list[Self.capacity - 1] = ImportNote(
        code: .value, lines: list[Self.capacity - 1].lines + [line],
        found: "more than \(Self.capacity) things that cannot be carried over",
        advice: "the rest are not listed")
      return
    }
    places[key] = list.count
    list.append(ImportNote(code: code, lines: [line], found: found, advice: advice))
  }
}
