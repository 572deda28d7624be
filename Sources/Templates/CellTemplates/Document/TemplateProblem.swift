public import LayoutPrimitives

/// A problem of a template document, which may occur on several lines.
public struct TemplateProblem: Hashable, Sendable, CustomStringConvertible {
  /// The stable codes of the kinds of problems, as raw values.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is neither YAML nor JSON.
    case syntax = "CH0450"
    /// `schema` is missing or names another schema.
    case schema = "CH0451"
    /// A key is unknown in its mapping.
    case unknownKey = "CH0452"
    /// A required key is missing.
    case missingKey = "CH0453"
    /// A value has the wrong type or is out of range.
    case invalidValue = "CH0454"
    /// Two views, groups, constraints, styles or keys share a name.
    case duplicateName = "CH0455"
    /// A name that is used is not declared, such as a view's id or a state.
    case unknownName = "CH0456"
    /// A constraint cannot be parsed.
    case constraintSyntax = "CH0457"
    /// A constraint combines attributes that cannot be related.
    case pairing = "CH0458"
    /// A `{binding}` cannot be parsed.
    case bindingSyntax = "CH0459"
    /// A condition cannot be parsed.
    case conditionSyntax = "CH0460"
    /// A limit of `TemplateLimits` was exceeded.
    case limit = "CH0461"
    /// A part of the schema that this version does not support.
    case unsupported = "CH0462"
    /// A part of the document that is accepted, but is probably a mistake.
    case suspicious = "CH0463"
    /// An Interface Builder file cannot be read, or contains no cell.
    case interfaceBuilder = "CH0464"

    // Parts of an Interface Builder file that a template document cannot express.

    /// A constraint names an item that is not in the file.
    case importedReference = "CH0480"
    /// A constraint cannot be read, or UIKit would refuse it.
    case importedConstraint = "CH0481"
    /// A kind of view has no counterpart, and became a plain view.
    case importedKind = "CH0482"
    /// Views inside a view that lays out its own content, or constraints on them, are omitted.
    case importedContent = "CH0483"
    /// A placeholder constraint or size, which is removed when the app is built.
    case importedPlaceholder = "CH0484"
    /// A part is installed only for size classes other than those imported.
    case importedVariation = "CH0485"
    /// A frame depends on a superview whose size is not known before layout.
    case importedAutoresizing = "CH0486"
    /// An intrinsic content size is known only to UIKit.
    case importedSize = "CH0487"
    /// A setting that changes layout has no counterpart.
    case importedSetting = "CH0488"
    /// A value is not a number, or is out of range.
    case importedValue = "CH0489"
    /// A text or a constraint has an outlet, so that code may change it in the app.
    case importedOutlet = "CH0490"
  }

  /// The kind of problem.
  public var code: Code
  /// File as given, or the name of the built-in template.
  public var file: String
  /// Every line on which it occurs, from 1, ascending and never empty.
  public var lines: [Int]
  /// The part of the message that describes what was found.
  public var found: String
  /// The part of the message that describes what to write instead.
  public var expected: String
  /// The exact position on the first line, or `nil` if it is unknown.
  public var mark: DocumentPlace?

  /// `FILE:LINE: CODE: found; expected`, with the other lines on which it occurs.
  public var description: String {
    let first = lines.first ?? 1
    let more = lines.count > 1 ? " (and on \(Self.list(lines.dropFirst())))" : ""
    return "\(file):\(first): \(code.rawValue): \(found); \(expected)\(more)"
  }

  /// `CODE, line N: found; expected`, for messages that name the file elsewhere.
  public var withoutFile: String {
    "\(code.rawValue), \(Self.list(lines[...])): \(found); \(expected)"
  }

  /// The line numbers in words; of more than eight, the first eight and a count.
  private static func list(_ lines: ArraySlice<Int>) -> String {
    let named = lines.prefix(8).map(String.init).joined(separator: ", ")
    let rest = lines.count > 8 ? " and \(lines.count - 8) more" : ""
    return (lines.count == 1 ? "line " : "lines ") + named + rest
  }
}

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
