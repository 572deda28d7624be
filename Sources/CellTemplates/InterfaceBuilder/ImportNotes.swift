/// Gathers what cannot be carried over from an Interface Builder file; equal notes on several lines
/// become one.
struct ImportNotes {
  private let file: String
  private var list: [TemplateProblem] = []
  private var places: [String: Int] = [:]
  private var unlisted = 0
  /// Different notes that are kept; the rest are counted.
  private static let capacity = 500

  init(file: String) { self.file = file }

  /// All notes by their lines.
  var sorted: [TemplateProblem] {
    var notes = list
    for index in notes.indices { notes[index].lines.sort() }
    notes.sort { ($0.lines[0], $0.code.rawValue) < ($1.lines[0], $1.code.rawValue) }
    if unlisted > 0, let last = notes.last {
      notes.append(
        TemplateProblem(
          code: .limit, file: file, lines: last.lines, found: "\(unlisted) more of these",
          expected: "they are not listed"))
    }
    return notes
  }

  /// Notes what was found, what became of it and what to do.
  mutating func add(
    _ code: TemplateProblem.Code, line: Int, _ found: String, _ became: String
  ) {
    let key = "\(code.rawValue)\u{0}\(found)\u{0}\(became)"
    if let place = places[key] {
      if list[place].lines.last != line { list[place].lines.append(line) }
    } else if list.count < Self.capacity {
      places[key] = list.count
      list.append(
        TemplateProblem(code: code, file: file, lines: [line], found: found, expected: became))
    } else {
      unlisted += 1
    }
  }
}
