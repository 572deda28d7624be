import AutoLayout
import TemplateDocuments

@testable import CellTemplates

/// The shapes of grids.
extension TemplateSchema {
  private static let points = -Fields.longest...Fields.longest
  private static let limit = GridArrangement.trackLimit

  /// Keys of grids.
  static let grids: [String: SchemaNode] = [
    "rowSpacing": .number(points, "Points between rows; 6 unless said."),
    "columnSpacing": .number(points, "Points between columns; 6 unless said."),
    "xPlacement": xPlacement,
    "yPlacement": yPlacement,
    "rowAlignment": rowAlignment,
    "columns": .array(of: column, count: 0...limit),
    "rows": .array(of: .any([.array(of: cell), row]), count: 0...limit),
  ]

  private static let xPlacement = SchemaNode.oneOf(
    GridDeclaration.HorizontalWord.self, "Where a view is in a wider cell.")
  private static let yPlacement = SchemaNode.oneOf(
    GridDeclaration.VerticalWord.self, "Where a view is in a higher cell.")
  private static let rowAlignment = SchemaNode.oneOf(
    GridDeclaration.AlignmentWord.self, "By which baselines the views of a row are aligned.")
  private static let hidden = SchemaNode.any(
    [.flag(), .reference("condition")],
    "A hidden row or column takes no space, padding or spacing.")
  private static let extent = SchemaNode.number(0...Fields.longest, "Exact, in points.")

  private static let column = SchemaNode.mapping([
    ("width", extent), ("leadingPadding", .number(points)), ("trailingPadding", .number(points)),
    ("xPlacement", xPlacement), ("hidden", hidden),
  ])

  private static let row = SchemaNode.mapping([
    ("cells", .array(of: cell)), ("height", extent), ("topPadding", .number(points)),
    ("bottomPadding", .number(points)), ("yPlacement", yPlacement),
    ("rowAlignment", rowAlignment), ("hidden", hidden),
  ])

  private static let cell = SchemaNode.any([
    .object([.init(name: "type", value: .texts(["string", "null"]))]),
    .mapping(
      [
        ("view", .string("The id of a subview.")), ("rows", .integer(1...limit)),
        ("columns", .integer(1...limit)), ("xPlacement", xPlacement), ("yPlacement", yPlacement),
        ("rowAlignment", rowAlignment),
        ("constraints", .reference("constraints", "Hold while the cell is visible.")),
      ], required: ["view"]),
  ])
}
