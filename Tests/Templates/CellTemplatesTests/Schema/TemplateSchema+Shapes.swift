import AutoLayout
import TextMeasurement

@testable import CellTemplates
@testable import TemplateDocuments

/// The shapes of values.
extension TemplateSchema {
  private static let limits = TemplateLimits()
  private static let points = -Fields.longest...Fields.longest
  private static let extents = 0...Fields.longest

  /// A text with bindings, a condition or a constraint, whose content the schema does not describe.
  private static func notation(_ about: String) -> SchemaNode {
    .string(about, atMost: limits.textLength)
  }

  /// Shapes that others refer to, in order.
  static let shapes: [(String, SchemaNode)] = [
    (
      "size",
      .array(
        of: .object([
          .init(name: "type", value: .texts(["number", "null"])),
          .init(name: "minimum", value: .number(extents.lowerBound)),
          .init(name: "maximum", value: .number(extents.upperBound)),
        ]), count: 2...2, "[width, height] in points, null for none.")
    ),
    (
      "intrinsicSize",
      .array(
        of: .any([
          .object([
            .init(name: "type", value: .texts(["number", "null"])),
            .init(name: "minimum", value: .number(extents.lowerBound)),
            .init(name: "maximum", value: .number(extents.upperBound)),
          ]), notation("A number of the record: {path} or {path}/{path}."),
        ]), count: 2...2,
        "[width, height] in points, null for none; of a text both, which is then not measured.")
    ),
    ("fullSize", .array(of: .number(extents), count: 2...2, "[width, height] in points.")),
    (
      "insets",
      .any(
        [
          .number(points), .array(of: .number(points), count: 4...4),
          .mapping(
            ["top", "leading", "bottom", "trailing"].map { ($0, SchemaNode.number(points)) }),
        ], "Points: a number, [top, leading, bottom, trailing], or a mapping of these.")
    ),
    ("priority", .integer(1...1_000)),
    (
      "priorities",
      .any(
        [
          .reference("priority"),
          .mapping(["horizontal", "vertical"].map { ($0, SchemaNode.reference("priority")) }),
        ], "1 to 1000 for both axes, or {horizontal, vertical}.")
    ),
    (
      "ambiguity",
      .oneOf(
        AmbiguityVerification.self, "What is reported where constraints leave a view open.")
    ),
    (
      "condition",
      notation(
        "A question to the record, the environment, the state or a label, as in "
          + "\"{image} and width < 375\".")
    ),
    (
      "boundText",
      notation("Text with bindings: {path|alternative}, {path, format}; {{ and }} are braces.")
    ),
    (
      "constraintText",
      notation("Linear form (a.top == b.bottom + 8 @750) or visual format (H:|-16-[a]-16-|).")
    ),
    (
      "constraint",
      .any([
        .reference("constraintText"),
        .mapping(
          [
            ("id", .string("Name for diagnostics.")),
            ("constraint", .reference("constraintText")), ("priority", .reference("priority")),
            ("placeholder", .flag("There to please the canvas; left out.")),
          ], required: ["constraint"]),
      ])
    ),
    ("constraints", .array(of: .reference("constraint"), count: 0...limits.constraints)),
    (
      "group",
      .mapping(
        [
          ("id", .string("Name for diagnostics.")), ("when", .reference("condition")),
          ("constraints", .reference("constraints", "Hold while the condition is true.")),
          ("otherwise", .reference("constraints", "Hold while it is not.")),
        ], required: ["when"])
    ),
    (
      "constant",
      .any(
        [.number(points), .names(to: .number(points), known: [("default", .number(points))])],
        "Points, or conditions with points and a default.")
    ),
    (
      "repeat",
      .mapping(
        [
          ("over", .string("The list's path in braces.")),
          (
            "as",
            .string(
              "Stands for the element in bindings and conditions of the view.", pattern: name)
          ),
          ("from", .integer(1...copies)), ("upTo", .integer(1...copies)),
        ], required: ["over", "as", "upTo"], "The view stands once for each element of a list.")
    ),
  ]

  private static let name = "^[A-Za-z_][A-Za-z0-9_]*$"
  private static let copies = TemplateSources.Limits().copies

  /// Keys for the identity and the position of a view.
  static let placement: [String: SchemaNode] = [
    "id": .object(
      SchemaNode.string(pattern: #"^[^"\r\n]*$"#).members + [
        .init(name: "minLength", value: .number(1)),
        .init(name: "not", value: .object([.init(name: "const", value: .text("cell"))])),
        .init(name: "description", value: .text("Stable name of the frame in the output.")),
      ]),
    "size": .reference("size"),
    "object": .string("Object id in an Interface Builder file."),
    "class": .string(),
    "subviews": .array(of: .reference("view")),
    "hugging": .reference("priorities"),
    "compression": .reference("priorities"),
    "hidden": .any(
      [.flag(), .reference("condition")], "Constraints stay; a stack or grid leaves the view out."),
    "margins": .reference("insets"),
    "preservesSuperviewMargins": .flag(),
    "alignmentInsets": .reference(
      "insets", "How far the frame reaches beyond the rectangle that constraints speak of."),
    "ambiguity": .reference("ambiguity"),
    "canvas": .reference("fullSize", "The size to which frames of its subviews belong."),
    "arranged": .flag("Whether the stack or grid around it arranges the view."),
    "spacingAfter": .number(points),
    "attributes": .names(to: nil, "Run-time attributes; kept, without meaning for layout."),
    "frame": .array(
      of: .number(points), count: 4...4,
      "[x, y, width, height] in the superview, in points."),
    "autoresizing": .array(
      of: .oneOf(ViewPlacement.parts.map(\.word)), "The parts that give."),
    "intrinsic": .reference("intrinsicSize", "Intrinsic content size."),
    "repeat": .reference("repeat"),
    "use": .string(
      "The name of a template or the path of its file, whose cell stands in this view's place."),
    "record": .string("The path, in braces, below which that template's paths are."),
    "axis": .oneOf(StackDeclaration.AxisWord.self),
    "distribution": .oneOf(StackArrangement.Distribution.self),
    "alignment": .oneOf(StackDeclaration.AlignmentWord.self),
    "spacing": .any([
      .number(points), .object([.init(name: "const", value: .text("standard"))]),
    ]),
    "relativeToMargins": .flag(),
    "baselineRelative": .flag(),
  ]

  private static let styles = TextStyleName.allCases.map(\.rawValue)

  /// Keys for the appearance of a text.
  static let text: [String: SchemaNode] = [
    "text": .reference("labelText"),
    "style": .string(
      "One of Apple's text styles (\(styles.joined(separator: ", "))) or a name from styles."),
    "font": .string("Family name or path of a font file; system unless said."),
    "fontSize": .number(0.1...1_000, "Points; replaces the style's size."),
    "scalesWith": .oneOf(TextStyleName.self, "The text style whose curve fontSize follows."),
    "weight": .any([.integer(1...1_000), .oneOf(Fields.namedWeights.map(\.0))]),
    "fontWidth": .number(1...1_000, "Percent of the face's normal width."),
    "italic": .flag(),
    "letterSpacing": .number(-100...1_000),
    "tracking": .oneOf(Tracking.self),
    "baselineOffset": .number(-100...1_000),
    "lines": .integer(0...10_000, "Most lines drawn, 0 for no limit; 1 unless said."),
    "truncation": .oneOf(TruncationMode.self),
    "wrapping": .oneOf(Wrapping.self),
    "textSpacingTrim": .oneOf(TextSpacingTrim.self),
    "lineHeight": .any([
      .number(0.1...10_000),
      .mapping([
        ("multiple", .number(0.1...100)), ("minimum", .number(0.1...10_000)),
        ("maximum", .number(0.1...10_000)),
      ]),
    ]),
    "lineSpacing": .number(0...1_000),
    "paragraphSpacing": .number(0...1_000),
    "paragraphSpacingBefore": .number(0...1_000),
    "minimumScale": .number(0.01...1),
    "tightening": .flag(),
  ]

  /// Keys of images and buttons.
  static let pictures: [String: SchemaNode] = [
    "source": .reference("boundText", "Address with bindings; empty means no image."),
    "scale": .number(0.01...100),
    "image": .reference("fullSize"),
    "contentInsets": .reference("insets"),
    "titleInsets": .reference("insets"),
    "imageInsets": .reference("insets"),
  ]

  /// Keys of the document.
  static let rootValues: [String: SchemaNode] = [
    "schema": .object([.init(name: "const", value: .text(CellTemplate.schema))]),
    "template": .object(
      SchemaNode.string(atMost: 128).members + [.init(name: "minLength", value: .number(1))]),
    "views": .array(of: .reference("view"), count: 0...limits.views),
    "layout": .reference("box", "The cell as boxes, instead of views and constraints."),
    "card": .reference("element", "The cell as CSS boxes, instead of views and constraints."),
    "viewport": .mapping(
      [("height", .number(1...Fields.longest))], required: ["height"],
      "Height of the viewport in CSS pixels, for 'vh' and queries in 'card'."),
    "sheet": .string("Rules of CSS for markup, or the path of a .css file."),
    "constraints": .reference("constraints"),
    "groups": .array(of: .reference("group"), count: 0...limits.groups),
    "states": .array(
      of: .string(pattern: "^[A-Za-z0-9_-]{1,64}$"), count: 0...limits.states, isSet: true),
    "margins": .reference("insets", "Layout margins of the cell; 8 unless said."),
    "constants": .names(to: .reference("constant"), pattern: name, atMost: limits.constants),
    "ambiguity": .reference("ambiguity"),
    "canvas": .reference("fullSize", "The cell's size to which frames belong."),
    "styles": .any(
      [
        .reference("styles"), .array(of: .any([.reference("styles"), .string()])),
      ], "Named styles, or a list of these and of files that hold some."),
    "from": .string("An Interface Builder file whose cell this document begins with."),
    "without": .array(of: .string(), "Constraints of that file that are left out."),
    "object": .string(),
    "class": .string(),
    "attributes": .names(to: nil),
  ]
}
