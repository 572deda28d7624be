import FeedRecords
import LayoutPrimitives
import TextMeasurement

/// A request in a line of input.
struct MeasureRequest {
  let text: AttributedText
  /// Available width, in points.
  let width: Double
  let language: String?
  /// Maximum number of lines, 0 for no limit; `nil` for that of the job.
  let lines: Int?

  /// Maximum number of runs.
  static let mostRuns = 10_000

  /// An error in a line.
  struct Problem: Error {
    let message: String

    init(_ message: String) { self.message = message }
  }

  /// Reads a line.
  ///
  /// - Parameter job: The defaults.
  init(_ value: JSONValue, job: MeasureJob) throws(Problem) {
    guard let text = value["text"]?.string else { throw Problem("the line has no \"text\"") }
    let width = try Self.number("width", of: value, in: .size) ?? job.width
    guard let width else {
      throw Problem("the line has no \"width\": give it there or with --width")
    }
    self.width = width
    language = try Self.string("language", of: value) ?? job.language
    lines = try Self.lines(of: value)
    self.text = AttributedText(
      text, runs: try Self.runs(of: value, style: job.style.characters))
  }

  private static func lines(of value: JSONValue) throws(Problem) -> Int? {
    guard let lines = value["lines"], lines.kind != .null else { return nil }
    guard let number = lines.literal.flatMap({ Int($0) }), number >= 0 else {
      throw Problem("\"lines\" is 0 for no limit, or a whole number")
    }
    return number
  }

  private static func runs(
    of value: JSONValue, style: CharacterStyle
  ) throws(Problem) -> [AttributedText.Run] {
    guard let list = value["runs"], list.kind != .null else { return [] }
    guard list.kind == .array else { throw Problem("\"runs\" is an array of objects") }
    guard list.count <= mostRuns else {
      throw Problem("\"runs\" has \(list.count) runs, more than \(mostRuns)")
    }
    var runs: [AttributedText.Run] = []
    for (index, value) in list.elements.enumerated() {
      do throws(Problem) {
        runs.append(try run(value, style: style))
      } catch {
        throw Problem("run \(index + 1) of \"runs\": \(error.message)")
      }
    }
    return runs
  }

  private static func run(
    _ value: JSONValue, style: CharacterStyle
  ) throws(Problem) -> AttributedText.Run {
    guard let length = value["length"]?.literal.flatMap({ Int($0) }), length >= 0 else {
      throw Problem("\"length\" is its number of UTF-16 units")
    }
    var style = style
    if let family = try string("family", of: value) {
      // Untrusted input must not open files.
      style.family = family
      guard !family.isEmpty, !style.namesFile else {
        throw Problem("\"family\" is a family's name; declare files with --font-family NAME=FILE")
      }
    }
    style.size = try number("size", of: value, in: .size) ?? style.size
    style.letterSpacing =
      try number("letterSpacing", of: value, in: .offset) ?? style.letterSpacing
    style.baselineOffset =
      try number("baselineOffset", of: value, in: .offset) ?? style.baselineOffset
    if let weight = value["weight"], weight.kind != .null {
      guard let found = weight.text.flatMap({ FontWeight.number(named: $0) }) else {
        throw Problem("\"weight\" is neither 1 to 1000 nor a weight's name")
      }
      style.weight = found
    }
    if let italic = value["italic"], italic.kind != .null {
      guard let isItalic = italic.boolean else { throw Problem("\"italic\" is true or false") }
      style.italic = isItalic
    }
    return AttributedText.Run(length: length, style: style)
  }

  private static func number(
    _ name: String, of value: JSONValue, in range: NumberRange
  ) throws(Problem) -> Double? {
    guard let member = value[name], member.kind != .null else { return nil }
    guard let number = member.number, range.contains(number) else {
      throw Problem("\"\(name)\" is \(range.meaning)")
    }
    return number
  }

  private static func string(_ name: String, of value: JSONValue) throws(Problem) -> String? {
    guard let member = value[name], member.kind != .null else { return nil }
    guard let string = member.string else { throw Problem("\"\(name)\" is a string") }
    return string
  }
}
