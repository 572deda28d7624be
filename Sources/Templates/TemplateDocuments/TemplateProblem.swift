public import LayoutPrimitives
import StructuredDocuments

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
    /// Two views, groups, constraints, styles or keys have the same name.
    case duplicateName = "CH0455"
    /// A name is used but not declared, such as the id of a view or a state.
    case unknownName = "CH0456"
    /// A constraint cannot be parsed.
    case constraintSyntax = "CH0457"
    /// A constraint relates two attributes that cannot be related.
    case pairing = "CH0458"
    /// A `{binding}` cannot be parsed.
    case bindingSyntax = "CH0459"
    /// A condition cannot be parsed.
    case conditionSyntax = "CH0460"
    /// A limit of `TemplateLimits` was exceeded.
    case limit = "CH0461"
    /// This version does not support a part of the schema.
    case unsupported = "CH0462"
    /// A part of the document is valid, but probably a mistake.
    case suspicious = "CH0463"
    /// An Interface Builder file cannot be read, or contains no cell.
    case interfaceBuilder = "CH0464"
    /// The layout of a part of the document depends on the version of UIKit.
    case systemDependent = "CH0604"

    // These codes are for parts of an Interface Builder file that a template document cannot
    // express.

    /// A constraint refers to no view of the cell, or two objects have the same id.
    case importedReference = "CH0480"
    /// A constraint cannot be read, or UIKit would reject it.
    case importedConstraint = "CH0481"
    /// A kind of view has no counterpart and became a plain view.
    case importedKind = "CH0482"
    /// A view lays out its own content, so its subviews and their constraints are omitted.
    case importedContent = "CH0483"
    /// A placeholder constraint or size is removed when the app is built.
    case importedPlaceholder = "CH0484"
    /// A part or value is omitted, because it is for size classes other than the imported ones.
    case importedVariation = "CH0485"
    /// A view without constraints has no frame, or depends on a superview of unknown size.
    case importedAutoresizing = "CH0486"
    /// An intrinsic content size is missing, because only UIKit can compute it.
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
  /// How serious a problem is that does not make the document invalid.
  public var severity: FindingSeverity { code == .systemDependent ? .note : .warning }
  /// File as given, or the name of the built-in template.
  public var file: String
  /// The lines on which the problem occurs, from 1, ascending; there is at least one.
  public var lines: [Int]
  /// The part of the message that describes what was found.
  public var found: String
  /// The part of the message that describes the expected input.
  public var expected: String
  /// The exact location on the first line; `nil` if it is unknown.
  public var mark: SourceLocation?

  /// Creates a problem.
  package init(
    code: Code, file: String, lines: [Int], found: String, expected: String,
    mark: SourceLocation? = nil
  ) {
    self.code = code
    self.file = file
    self.lines = lines
    self.found = found
    self.expected = expected
    self.mark = mark
  }

  /// The problem as `FILE:LINE: CODE: found; expected`, followed by the other lines, if there are
  /// any.
  public var description: String {
    let first = lines.first ?? 1
    let more = lines.count > 1 ? " (and on \(Self.list(lines.dropFirst())))" : ""
    return "\(file):\(first): \(code.rawValue): \(found); \(expected)\(more)"
  }

  /// The problem as `CODE, line N: found; expected`, for messages that name the file elsewhere.
  public var withoutFile: String {
    "\(code.rawValue), \(Self.list(lines[...])): \(found); \(expected)"
  }

  /// The line numbers in words.
  ///
  /// Of more than eight lines, only the first eight are listed, with the number of the others.
  private static func list(_ lines: ArraySlice<Int>) -> String {
    let named = lines.prefix(8).map(String.init).joined(separator: ", ")
    let rest = lines.count > 8 ? " and \(lines.count - 8) more" : ""
    return (lines.count == 1 ? "line " : "lines ") + named + rest
  }
}

/// The reason why a template cannot be loaded.
public enum TemplateError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document has problems; `unreported` is the number of further problems that are not listed.
  case invalid(problems: [TemplateProblem], unreported: Int)
  /// No template has the given name; `known` lists the names that exist.
  case unknownName(String, known: [String])
  /// A table of sizes names a view that the template does not have.
  case unknownView(String, template: String)
  /// No file exists at the path.
  case missingFile(path: String)
  /// The file exists but cannot be read.
  case unreadableFile(path: String, reason: String)

  /// The error in words, with one line per problem.
  public var description: String {
    switch self {
    case .invalid(let problems, let unreported):
      let lines = problems.map(\.description)
      return (lines + (unreported > 0 ? ["and \(counted(unreported, "more problem"))"] : []))
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
