import StructuredDocuments

/// The keys that each kind of view may have.
enum ViewKeys {
  /// Keys of all kinds of views.
  private static let common =
    ["id", "kind", "size", "subviews", "object", "class"] + DocumentComposer.viewKeys
  /// Keys of all kinds but guides and spacers.
  private static let drawn =
    [
      "intrinsic", "hugging", "compression", "hidden", "margins", "preservesSuperviewMargins",
      "alignmentInsets", "ambiguity", "canvas", "arranged", "spacingAfter", "attributes",
    ] + ViewPlacement.keys
  private static let image = ["source", "scale"]
  /// Keys that labels and buttons have in common.
  private static let title = LabelReader.keys

  static let all =
    Array(
      Set(
        common + drawn + title + image + ButtonReader.keys + StackDeclaration.keys
          + GridDeclaration.keys)
    ).sorted()

  /// The names of the kinds of views that a document may declare.
  static let kinds = TemplateView.Kind.allCases.filter { $0 != .cell }.map(\.rawValue)

  /// Kinds of the schema that this version does not lay out.
  static let unsupportedKinds = ["box", "inset", "overlay", "flow", "sizeBox", "stackBox"]

  static func keys(of kind: TemplateView.Kind) -> [String] {
    let foreign = foreign(to: kind).map(\.key)
    return all.filter { !foreign.contains($0) }
  }

  /// Keys that have no meaning for a kind of view, each with the kinds that do have it, in words.
  private static func foreign(to kind: TemplateView.Kind) -> [(key: String, home: String)] {
    var foreign: [(key: String, home: String)] = []
    if kind != .label, kind != .button { foreign += title.map { ($0, "a label or a button") } }
    if kind != .image { foreign += image.map { ($0, "an image") } }
    if kind != .button { foreign += ButtonReader.keys.map { ($0, "a button") } }
    if kind != .stack { foreign += StackDeclaration.keys.map { ($0, "a stack") } }
    if kind != .grid { foreign += GridDeclaration.keys.map { ($0, "a grid") } }
    if kind == .switch { foreign.append(("intrinsic", "other views: a switch has its own")) }
    if kind == .stack { foreign.append(("intrinsic", "other views: a stack has none")) }
    if kind == .grid { foreign.append(("intrinsic", "other views: a grid has none")) }
    if !kind.hasFrame {
      foreign += (drawn + ["subviews"]).map { ($0, "a view that is drawn") }
    }
    return foreign
  }

  /// Reports keys that have no meaning for a kind of view.
  static func refuseForeign(_ fields: Fields, _ kind: TemplateView.Kind) {
    for (key, home) in foreign(to: kind) where fields[key] != nil {
      fields.context.report(
        .unknownKey, line: fields.line(of: key),
        found: "'\(key)' on \(kind == .image ? "an" : "a") \(kind.rawValue)",
        expected: "expected only on \(home)")
    }
  }
}
