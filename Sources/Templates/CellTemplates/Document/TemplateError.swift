import LayoutPrimitives

/// The reason why a template cannot be loaded.
public enum TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document has problems; `unreported` more are not listed, because there are too many.
  case invalid(problems: [TemplateProblem], unreported: Int)
  /// No template has the given name.
  case unknownName(String, known: [String])
  /// A table of sizes names a view that the template does not have.
  case unknownView(String, template: String)
  /// There is no file at the path.
  case missingFile(path: String)
  /// The file exists but cannot be read.
  case unreadableFile(path: String, reason: String)

  /// The error in words, with one line for each problem.
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
