import FeedRecords
import LayoutPrimitives
import StructuredDocuments
import TextMeasurement

/// The text of one input line, with its width and language.
struct MeasureRequest {
  let text: AttributedText
  /// Available width, in points.
  let width: Double
  let language: String?

  /// Maximum number of runs.
  static let maximumRuns = 10_000

  /// The reason why a line is invalid.
  struct Problem: Error {
    let message: String

    init(_ message: String) { self.message = message }
  }

  /// Reads the text and the settings of a line.
  ///
  /// - Parameter job: The width and the language of lines without them.
  /// - Throws: `Problem` for a missing text or width, and for an invalid member.
  init(_ value: JSONValue, job: MeasureJob) throws(Problem) {
    guard let text = value["text"]?.string else { throw Problem("the line has no \"text\"") }
    let width = try Self.number("width", of: value, in: .size) ?? job.width
    guard let width else {
      throw Problem("the line has no \"width\": give it there or with --width")
    }
    self.width = width
    language = try Self.string("language", of: value) ?? job.language
    self.text = AttributedText(
      text, runs: try Self.runs(of: value, style: job.style.characters))
  }

  private static func runs(
    of value: JSONValue, style: CharacterStyle
  ) throws(Problem) -> [AttributedText.Run] {
    guard let list = value["runs"], list.kind != .null else { return [] }
    guard list.kind == .array else { throw Problem("\"runs\" is an array of objects") }
    guard list.count <= maximumRuns else {
      throw Problem("\"runs\" has \(list.count) runs, more than \(maximumRuns)")
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
      // The input is untrusted and must not open files.
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
    style.weight =
      try member("weight", of: value, "neither 1 to 1000 nor a weight's name") {
        $0.text.flatMap { FontWeight.number(named: $0) }
      } ?? style.weight
    style.italic = try member("italic", of: value, "true or false") { $0.boolean } ?? style.italic
    return AttributedText.Run(length: length, style: style)
  }

  private static func number(
    _ name: String, of value: JSONValue, in range: NumberRange
  ) throws(Problem) -> Double? {
    try member(name, of: value, range.meaning) { member in
      member.number.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  private static func string(_ name: String, of value: JSONValue) throws(Problem) -> String? {
    try member(name, of: value, "a string") { $0.string }
  }

  /// The value of an optional member; `nil` if it is missing or null.
  private static func member<Value>(
    _ name: String, of value: JSONValue, _ meaning: String, _ read: (JSONValue) -> Value?
  ) throws(Problem) -> Value? {
    guard let member = value[name], member.kind != .null else { return nil }
    guard let result = read(member) else { throw Problem("\"\(name)\" is \(meaning)") }
    return result
  }
}

/// The range of a numeric option.
package enum NumberRange {
  /// Points above 0.
  case size
  /// Points, 0 or more.
  case distance
  /// Points, negative or not.
  case offset
  /// A fraction from 0 to 1.
  case share

  /// Largest number of points of any option.
  package static let maximum = Environment.maximumWidth

  package func contains(_ number: Double) -> Bool {
    switch self {
    case .size: number > 0 && number <= Self.maximum
    case .distance: (0...Self.maximum).contains(number)
    case .offset: (-Self.maximum...Self.maximum).contains(number)
    case .share: (0...1).contains(number)
    }
  }

  /// The range in words that follow "is".
  package var meaning: String {
    switch self {
    case .size: "a number of points above 0 and at most 100000"
    case .distance: "a number of points from 0 to 100000"
    case .offset: "a number of points from -100000 to 100000"
    case .share: "a number from 0 to 1"
    }
  }
}
