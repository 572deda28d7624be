@testable import TextMeasurement

/// Break opportunities of whole texts, divided into hard lines as paragraphs are.
enum BreakMarks {
  /// For each unit, whether a line may or must begin there; the first is never marked.
  static func of(_ units: [UInt16], breaks: LineBreaks, rules: LineBreakRules) throws -> [Bool] {
    var marks = [UInt8](repeating: 0, count: units.count)
    var start = 0
    while start < units.count {
      let line = HardLine(units, count: units.count, from: start, mode: .uax14)
      let count = line.content.count
      try units.withUnsafeBufferPointer { text in
        try marks.withUnsafeMutableBufferPointer { marks in
          guard let text = text.baseAddress, let marks = marks.baseAddress else { return }
          try breaks.mark(
            text + start, count: count, rules: rules, bit: 4, marks: marks + start)
        }
      }
      if line.end < units.count { marks[line.end] = 4 }
      start = line.end
    }
    if !marks.isEmpty { marks[0] = 0 }
    return marks.map { $0 == 4 }
  }

  /// The text with `|` at each opportunity, for messages and expectations.
  static func shown(
    _ text: String, locale: String = "", rules: LineBreakRules
  ) throws -> String {
    let units = Array(text.utf16)
    let found = try of(units, breaks: LineBreaks(locale: locale), rules: rules)
    var parts: [UInt16] = []
    for (index, unit) in units.enumerated() {
      if found[index] { parts.append(0x7C) }
      parts.append(unit)
    }
    return String(decoding: parts, as: UTF16.self)
  }
}
