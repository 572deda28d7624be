import LayoutPrimitives

/// Why there is no template.
public enum TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document has problems, of which `unreported` are beyond the limit of the list.
  case invalid(problems: [TemplateProblem], unreported: Int)
  /// No template has this name.
  case unknownName(String, known: [String])
  /// A table names an unknown view.
  case unknownView(String, template: String)
  /// There is no file at this path.
  case missingFile(path: String)
  /// The file is there but cannot be read.
  case unreadableFile(path: String, reason: String)

  /// One line for each problem.
  public var description: String {
    switch self {
    case .invalid(let problems, let unreported):
      let lines = problems.map(\.description)
      return (lines + (unreported > 0 ? ["and \(unreported) more problems"] : []))
        .joined(separator: "\n")
    case .unknownName(let name, let known):
      return "there is no template named '\(name)'; known are \(known.joined(separator: ", ")), "
        + "or give the path of a file" + NearestName(known).suggestion(for: name)
    case .unknownView(let id, let template):
      return "template '\(template)' has no view '\(id)'; correct the id in the table of sizes"
    case .missingFile(let path):
      return "there is no template file \(path); check the path"
    case .unreadableFile(let path, let reason):
      return "the template file \(path) cannot be read: \(reason)"
    }
  }
}
