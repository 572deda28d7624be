/// The settings and notes of one import of an Interface Builder file.
///
/// Notes tell what cannot be carried over. Equal notes on several lines become one. It is a class,
/// because all readers of one import share it.
final class ImportContext {
  let file: String
  let mode: InterfaceBuilderMode
  /// The size classes for which the file is imported.
  let classes: SizeClasses
  let limits: TemplateLimits
  private var list: [TemplateProblem] = []
  private var indices: [String: Int] = [:]
  private var unlisted = 0
  /// Maximum number of different notes that are kept.
  private static let capacity = 500

  init(file: String, mode: InterfaceBuilderMode, classes: SizeClasses, limits: TemplateLimits) {
    self.file = file
    self.mode = mode
    self.classes = classes
    self.limits = limits
  }

  /// All notes, sorted by line.
  var notes: [TemplateProblem] {
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

  /// Adds a note.
  ///
  /// - Parameters:
  ///   - found: What was found in the file.
  ///   - became: What became of it and what to do.
  func note(_ code: TemplateProblem.Code, line: Int, _ found: String, _ became: String) {
    let key = "\(code.rawValue)\u{0}\(found)\u{0}\(became)"
    if let index = indices[key] {
      if list[index].lines.last != line { list[index].lines.append(line) }
    } else if list.count < Self.capacity {
      indices[key] = list.count
      list.append(
        TemplateProblem(code: code, file: file, lines: [line], found: found, expected: became))
    } else {
      unlisted += 1
    }
  }
}
