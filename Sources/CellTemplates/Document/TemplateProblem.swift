/// A problem of a template document, on one line or several.
public struct TemplateProblem: Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a kind of problem.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is neither YAML nor JSON.
    case syntax = "CH0450"
    /// `schema` is missing or names another schema.
    case schema = "CH0451"
    /// A key that has no meaning here.
    case unknownKey = "CH0452"
    /// A key that must be there is not.
    case missingKey = "CH0453"
    /// A value of the wrong type or outside its range.
    case invalidValue = "CH0454"
    /// Two things share a name.
    case duplicateName = "CH0455"
    /// A view id or state that the document does not declare.
    case unknownName = "CH0456"
    /// A constraint that cannot be read.
    case constraintSyntax = "CH0457"
    /// A constraint between attributes that do not go together.
    case pairing = "CH0458"
    /// A `{binding}` that cannot be read.
    case bindingSyntax = "CH0459"
    /// A condition that cannot be read.
    case conditionSyntax = "CH0460"
    /// A limit of `TemplateLimits` was exceeded.
    case limit = "CH0461"
    /// Part of the schema that this version does not lay out.
    case unsupported = "CH0462"
    /// Something accepted that is probably a mistake.
    case suspicious = "CH0463"
    /// An Interface Builder file that cannot be read, or that has no cell.
    case interfaceBuilder = "CH0464"

    // What an Interface Builder file has and a template document cannot express.

    /// A constraint whose item is not in the file.
    case importedReference = "CH0480"
    /// A constraint that cannot be read, or that UIKit would refuse.
    case importedConstraint = "CH0481"
    /// A kind of view without a counterpart, which became a plain view.
    case importedKind = "CH0482"
    /// Views inside a view that lays its content out itself, and what constrains them.
    case importedContent = "CH0483"
    /// A placeholder constraint or size, which is removed when the app is built.
    case importedPlaceholder = "CH0484"
    /// Something installed only for size classes other than those imported.
    case importedVariation = "CH0485"
    /// A frame that follows a superview whose size is not known before it is laid out.
    case importedAutoresizing = "CH0486"
    /// An intrinsic content size that only UIKit knows.
    case importedSize = "CH0487"
    /// A setting that changes layout and has no counterpart.
    case importedSetting = "CH0488"
    /// A value that is no number, or one out of range.
    case importedValue = "CH0489"
    /// A text or a constraint with an outlet, which code sets in the app.
    case importedOutlet = "CH0490"
  }

  /// The kind of problem.
  public var code: Code
  /// File as given, or the name of the built-in template.
  public var file: String
  /// Every line it shows on, from 1, ascending and never empty.
  public var lines: [Int]
  /// What was found.
  public var found: String
  /// What to write instead.
  public var expected: String
  /// The position on the first line, where it is known.
  public var mark: DocumentPlace?

  /// `FILE:LINE: CODE: found; expected`, with a count when it shows on more lines.
  public var description: String {
    let first = lines.first ?? 1
    let more = lines.count > 1 ? " (and on \(Self.list(lines.dropFirst())))" : ""
    return "\(file):\(first): \(code.rawValue): \(found); \(expected)\(more)"
  }

  /// `CODE, line N: found; expected`, where the file is known from elsewhere.
  public var withoutFile: String {
    "\(code.rawValue), \(Self.list(lines[...])): \(found); \(expected)"
  }

  /// At most eight lines in words.
  private static func list(_ lines: ArraySlice<Int>) -> String {
    let named = lines.prefix(8).map(String.init).joined(separator: ", ")
    let rest = lines.count > 8 ? " and \(lines.count - 8) more" : ""
    return (lines.count == 1 ? "line " : "lines ") + named + rest
  }
}
