/// The settings of one import and its notes: what cannot be carried over from an Interface Builder
/// file.
///
/// Equal notes on several lines become one. A class, because all readers of one import share it.
final class ImportContext {
  let file: String
  let mode: InterfaceBuilderMode
  /// The size classes that the file is imported for.
  let classes: SizeClasses
  let limits: TemplateLimits
  private var list: [TemplateProblem] = []
  private var indices: [String: Int] = [:]
  private var unlisted = 0
  /// Most different notes that are kept.
  private static let capacity = 500

  init(file: String, mode: InterfaceBuilderMode, classes: SizeClasses, limits: TemplateLimits) {
    self.file = file
    self.mode = mode
    self.classes = classes
    self.limits = limits
  }

  /// All notes by their lines.
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

  /// Adds a note: what was found, what became of it and what to do.
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
