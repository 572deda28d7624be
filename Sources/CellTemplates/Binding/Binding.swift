import AutoLayout

/// One `{path|alternative|…}`: a path of the record and what stands in when it is absent.
public struct Binding: Hashable, Sendable {
  /// One of the values tried in turn.
  public enum Alternative: Hashable, Sendable {
    /// A path of the record.
    case path(BoundPath)
    /// A number, with its spelling for where text is wanted.
    case number(Double, spelling: String)
    /// Quoted text.
    case text(String)
  }

  /// The values tried in turn; never empty, and the first is a path.
  public private(set) var alternatives: [Alternative]

  /// Reads what stands between the braces.
  ///
  /// - Parameters:
  ///   - inner: The text without its braces.
  ///   - offset: Offset of that text in the whole, for errors.
  /// - Throws: `NotationError` where an alternative is neither path, number nor 'quoted text'.
  init(inner: String, at offset: Int = 0) throws(NotationError) {
    var cursor = TextCursor(inner)
    var alternatives: [Alternative] = []
    do throws(NotationError) {
      repeat {
        alternatives.append(try Self.alternative(&cursor, isFirst: alternatives.isEmpty))
        cursor.skipSpace()
      } while cursor.take("|")
      guard cursor.isAtEnd else {
        throw NotationError(
          offset: cursor.offset, found: cursor.found, expected: "'|' or the end of the binding")
      }
    } catch {
      throw NotationError(
        offset: offset + error.offset, found: error.found, expected: error.expected)
    }
    self.alternatives = alternatives
  }

  /// Creates a binding of one path.
  init(path: String) {
    alternatives = [.path(BoundPath(path))]
  }

  /// Replaces every path.
  mutating func replacePaths(_ replacement: (BoundPath) -> BoundPath) {
    for index in alternatives.indices {
      if case .path(let path) = alternatives[index] {
        alternatives[index] = .path(replacement(path))
      }
    }
  }

  /// The paths among the alternatives, in order.
  public var paths: [BoundPath] {
    alternatives.compactMap { if case .path(let path) = $0 { path } else { nil } }
  }

  /// The text of the first alternative that is not absent; empty when all are.
  public func text(in source: some BindingSource) -> String {
    for alternative in alternatives {
      switch alternative {
      case .path(let path):
        if let text = source.text(at: path), !text.isEmpty { return text }
      case .number(_, let spelling):
        return spelling
      case .text(let text):
        if !text.isEmpty { return text }
      }
    }
    return ""
  }

  /// Whether any alternative stands for something.
  public func isPresent(in source: some BindingSource) -> Bool {
    alternatives.contains { alternative in
      switch alternative {
      case .path(let path): source.isPresent(at: path)
      case .number: true
      case .text(let text): !text.isEmpty
      }
    }
  }

  /// The first alternative that is a finite number; `nil` when none is.
  ///
  /// - Parameter mustBePositive: Whether numbers `<= 0` count as absent, as a divisor's do.
  public func number(in source: some BindingSource, mustBePositive: Bool = false) -> Double? {
    for alternative in alternatives {
      let value: Double? =
        switch alternative {
        case .path(let path): source.number(at: path)
        case .number(let number, _): number
        case .text: nil
        }
      if let value, value.isFinite, !mustBePositive || value > 0 { return value }
    }
    return nil
  }

  /// Takes one alternative.
  private static func alternative(
    _ cursor: inout TextCursor, isFirst: Bool
  ) throws(NotationError) -> Alternative {
    cursor.skipSpace()
    let start = cursor.offset
    if cursor.next == "'" {
      let text = try cursor.quoted(by: "'")
      if isFirst { throw firstMustBePath(at: start, found: "quoted text") }
      return .text(text)
    }
    while let next = cursor.next, isPathCharacter(next) { cursor.offset += 1 }
    let word = String(cursor.characters[start..<cursor.offset])
    guard !word.isEmpty else {
      throw NotationError(
        offset: start, found: cursor.found,
        expected: isFirst ? "a path of the record" : "a path, a number or 'quoted text'")
    }
    guard let number = try number(word) else { return .path(BoundPath(word)) }
    if isFirst { throw firstMustBePath(at: start, found: "the number \(word)") }
    return .number(number, spelling: word)
  }

  /// The whole word as a number, if it is one.
  private static func number(_ word: String) throws(NotationError) -> Double? {
    var cursor = TextCursor(word)
    let isNegative = cursor.take("-")
    guard let value = try cursor.unsignedNumber(), cursor.isAtEnd else { return nil }
    return isNegative ? 0 - value : value
  }

  /// Says that a binding without a path binds nothing.
  private static func firstMustBePath(at offset: Int, found: String) -> NotationError {
    NotationError(
      offset: offset, found: "\(found) at the head of a binding",
      expected: "a path of the record first, as in {title|'untitled'}")
  }

  /// Whether a path may hold the character.
  private static func isPathCharacter(_ character: Character) -> Bool {
    !character.isWhitespace && !"|{}'\"".contains(character)
  }
}
