import BoxLayouts
import TemplateDocuments

@testable import CellTemplates

/// The shapes of boxes.
extension TemplateSchema {
  private static let limits = TemplateLimits()

  /// The definitions of all kinds of boxes, with the shapes of the keys that texts and pictures
  /// share with views.
  static func boxes(_ values: [String: SchemaNode]) throws(Unknown) -> [(String, SchemaNode)] {
    var definitions: [(String, SchemaNode)] = [
      ("lengthOfBox", number(BoxNumber.Role.width.range, "Points")),
      ("ratioOfBox", number(BoxNumber.Role.aspect.range, "Width divided by height")),
      (
        "alignmentOfBox",
        .any([
          .oneOf(Fields.alignments.map(\.word)),
          .mapping(
            [
              ("vertical", .oneOf(Alignment.Vertical.self)),
              ("horizontal", .oneOf(Alignment.Horizontal.self)),
            ], required: ["vertical", "horizontal"]),
        ])
      ),
      ("flexibleness", .any([flexibility, .oneOf(["none"])])),
      (
        "flexibilityOfBox",
        .any([
          .reference("flexibleness"),
          .mapping(["horizontal", "vertical"].map { ($0, SchemaNode.reference("flexibleness")) }),
        ])
      ),
      ("boxes", .any([.reference("box"), .array(of: .reference("box"), count: 0...limits.views)])),
    ]
    for kind in TemplateBox.Kind.allCases {
      var members: [(String, SchemaNode)] = [
        ("kind", .object([.init(name: "const", value: .text(kind.rawValue))]))
      ]
      for key in BoxKeys.keys(of: kind) where key != "kind" {
        guard let value = shapes(of: kind)[key] ?? values[key] else { throw Unknown(key: key) }
        members.append((key, value))
      }
      definitions.append(
        ("\(kind.rawValue)Box", .mapping(members, required: ["kind"] + required(kind))))
    }
    let kinds = TemplateBox.Kind.allCases.map { SchemaNode.reference("\($0.rawValue)Box") }
    definitions.append(("box", .any(kinds)))
    return definitions
  }

  private static var flexibility: SchemaNode {
    .integer(-Fields.greatestFlexibility...Fields.greatestFlexibility)
  }

  private static func number(_ range: ClosedRange<Double>, _ about: String) -> SchemaNode {
    .any(
      [.number(range), .string(atMost: limits.textLength)],
      "\(about), the name of a constant, or a {binding} or the quotient of two.")
  }

  private static func required(_ kind: TemplateBox.Kind) -> [String] {
    switch kind {
    case .label: ["id", "text"]
    case .button, .image: ["id"]
    case .inset: ["insets", "sublayout"]
    case .overlay: ["primary"]
    case .flow: ["columns"]
    case .sized, .stack: []
    }
  }

  /// The shapes of keys that have another meaning in a box than on a view, or none there.
  private static func shapes(of kind: TemplateBox.Kind) -> [String: SchemaNode] {
    var shapes: [String: SchemaNode] = [
      "reuseId": .string(
        "The name by which views of different layouts are taken for the same one; the id unless "
          + "said."),
      "alignment": .reference(
        "alignmentOfBox", "How the box aligns itself in the available space."),
      "flexibility": .reference(
        "flexibilityOfBox", "How readily it is stretched and compressed beside its neighbors."),
      "hidden": .any(
        [.flag(), .reference("condition")],
        "A hidden box takes no space in a stack or a flow; elsewhere it keeps its space."),
      "sublayout": .reference("box"), "primary": .reference("box"),
      "background": .reference("boxes"), "overlay": .reference("boxes"),
      "sublayouts": .reference("boxes"),
      "distribution": .oneOf(StackDistribution.self),
      "columns": .integer(1...limits.views), "withMargin": .flag(),
      "insets": .reference("insets", "Not negative."),
    ]
    for role in BoxKeys.roles(of: kind) {
      shapes[role.rawValue] = .reference(role.isRatio ? "ratioOfBox" : "lengthOfBox")
    }
    return shapes
  }
}
