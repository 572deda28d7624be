import CellTemplates
import CommandSettings
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments

/// The lines of a document, from which excerpts with a caret are made.
struct SourceListing {
  /// Maximum width of an excerpt, in characters.
  static let width = 96

  let file: String
  private let lines: [[Character]]

  init(file: String, text: String) {
    self.file = file
    lines = text.split(omittingEmptySubsequences: false) {
      $0 == "\n" || $0 == "\r\n" || $0 == "\r"
    }.map(Array.init)
  }

  /// A line and a column, both from 1, and a length, which is counted in characters.
  struct Position {
    var line: Int
    var column: Int
    var length: Int
  }

  /// The line and column of a text in the document; without a text, those of the beginning.
  ///
  /// If the text is not found, because it is written with escapes, they are those of the first word
  /// of the line.
  func position(of location: SourceLocation?) -> Position {
    guard let location, lines.indices.contains(location.line - 1) else {
      return Position(line: location?.line ?? 1, column: 1, length: 1)
    }
    let line = lines[location.line - 1]
    let text = Array(location.text)
    guard let start = Self.find(text, in: line) else {
      let first = line.firstIndex { !$0.isWhitespace && $0 != "-" } ?? 0
      return Position(line: location.line, column: first + 1, length: 1)
    }
    guard location.offset > 0 else {
      return Position(line: location.line, column: start + 1, length: max(1, text.count))
    }
    return Position(
      line: location.line, column: start + min(location.offset, text.count) + 1, length: 1)
  }

  /// The line and column of a problem: of its mark, or else of the first quoted text on its line.
  func position(of problem: TemplateProblem) -> Position {
    if let mark = problem.mark { return position(of: mark) }
    let line = problem.lines.first ?? 1
    let parts = problem.found.split(separator: "'", omittingEmptySubsequences: false)
    for index in stride(from: 1, to: parts.count, by: 2) where lines.indices.contains(line - 1) {
      guard Self.find(Array(parts[index]), in: lines[line - 1]) != nil else { continue }
      return position(of: SourceLocation(line: line, text: String(parts[index])))
    }
    return position(of: SourceLocation(line: line, text: ""))
  }

  /// The line with a caret below it; empty if the document has no such line.
  func excerpt(_ position: Position) -> [String] {
    guard lines.indices.contains(position.line - 1) else { return [] }
    let line = lines[position.line - 1]
    let start = line.count > Self.width ? max(0, position.column - 1 - Self.width / 3) : 0
    let end = min(line.count, start + Self.width)
    let number = String(position.line)
    let gutter = String(repeating: " ", count: max(0, 5 - number.count)) + number
    let shown =
      (start > 0 ? "…" : "") + String(line[start..<end]) + (end < line.count ? "…" : "")
    let indent = position.column - 1 - start + (start > 0 ? 1 : 0)
    let length = max(1, min(position.length, end - position.column + 1))
    return [
      "\(gutter) | \(shown)".printable(),
      "      | " + String(repeating: " ", count: max(0, indent)) + "^"
        + String(repeating: "~", count: length - 1),
    ]
  }

  /// The index of a text in a line; whole words are preferred; nil if the text is missing.
  private static func find(_ text: [Character], in line: [Character]) -> Int? {
    guard !text.isEmpty, text.count <= line.count else { return nil }
    var anywhere: Int?
    for start in 0...(line.count - text.count)
    where line[start] == text[0] && line[start..<(start + text.count)].elementsEqual(text) {
      let end = start + text.count
      let isBounded =
        (start == 0 || !(isWord(line[start - 1]) && isWord(text[0])))
        && (end == line.count || !(isWord(line[end]) && isWord(text[text.count - 1])))
      if isBounded { return start }
      anywhere = anywhere ?? start
    }
    return anywhere
  }

  private static func isWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

/// The documents of a template, from which excerpts are made.
struct SourceListings {
  /// The document of the template itself.
  let main: SourceListing
  /// Reads another document; `nil` if it is unreadable.
  private let text: (String) -> String?

  init(main: SourceListing, _ settings: Settings) {
    self.main = main
    text = { file in
      do throws(TemplateError) {
        return try settings.templateEntry(file).text
      } catch {
        return nil
      }
    }
  }

  /// The documents of a template that a feed uses.
  init(
    of plan: TemplatePlan, _ settings: Settings, feed: ConfiguredFeed?
  ) throws(TemplateError) {
    let entry = try settings.templateEntry(of: plan, feed: feed)
    self.init(main: SourceListing(file: entry.file, text: entry.text), settings)
  }

  /// The document with a path; nil means the document of the template itself.
  func listing(_ file: String?) -> SourceListing {
    guard let file, file != main.file else { return main }
    return SourceListing(file: file, text: text(file) ?? "")
  }
}
