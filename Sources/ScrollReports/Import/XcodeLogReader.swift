internal import StructuredDocuments

/// Reads the log of `xcodebuild test`, whose lines have the values of all iterations.
struct XcodeLogReader {
  let source: String

  /// What a line with a metric contains.
  static let mark = "' measured ["

  /// The tests that measured hitches, one for each measured interval.
  func runs(_ text: Substring) throws(DocumentProblem) -> [ImportedRun] {
    var tests: [(name: String, intervals: XCTestIntervals)] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      guard let (test, measurement) = try Self.measurement(line, number: index + 1) else {
        continue
      }
      let place = tests.firstIndex { $0.name == test } ?? tests.count
      if place == tests.count { tests.append((test, XCTestIntervals())) }
      do throws(XCTestMeasurement.UnknownUnit) {
        try tests[place].intervals.add(measurement)
      } catch {
        throw DocumentProblem(.value, line: index + 1, found: error.sentence)
      }
    }
    let runs = tests.flatMap {
      $0.intervals.runs(.xcodebuildLog, source: source, test: $0.name, device: nil)
    }
    guard !runs.isEmpty else {
      throw DocumentProblem(.value, line: 1, found: XCTestIntervals.adviceWithoutHitches)
    }
    return runs
  }

  /// The test and the metric of a line; nil for other lines.
  private static func measurement(
    _ line: Substring, number: Int
  ) throws(DocumentProblem) -> (String, XCTestMeasurement)? {
    guard let mark = line.firstRange(of: Self.mark),
      let opening = line[..<mark.lowerBound].lastIndex(of: "'"),
      let close = line[mark.upperBound...].firstIndex(of: "]")
    else { return nil }
    let test = line[line.index(after: opening)..<mark.lowerBound].filter {
      !"-[]".contains($0)
    }
    let title = line[mark.upperBound..<close]
    guard let comma = title.lastIndex(of: ",") else { return nil }
    let rest = line[close...]
    guard let values = bracketed("values: [", in: rest) else { return nil }
    var numbers: [Double] = []
    for text in values.split(separator: ",") {
      let digits = String(text.drop { $0 == " " })
      guard let value = PlainNumber.value(of: digits), SampleFigures.range.contains(value) else {
        throw DocumentProblem(
          .value, line: number, found: "a number is expected in the values, not '\(digits)'")
      }
      numbers.append(value)
    }
    let identifier = rest.firstRange(of: "performanceMetricID:").map { range in
      String(rest[range.upperBound...].prefix { $0 != "," && $0 != " " })
    }
    return (
      test,
      XCTestMeasurement(
        identifier: identifier, displayName: String(title[..<comma]),
        unit: String(title[title.index(after: comma)...].drop { $0 == " " }),
        values: numbers)
    )
  }

  private static func bracketed(_ opening: String, in text: Substring) -> Substring? {
    guard let range = text.firstRange(of: opening),
      let close = text[range.upperBound...].firstIndex(of: "]")
    else { return nil }
    return text[range.upperBound..<close]
  }
}
