import LayoutPrimitives
import StructuredDocuments

/// The keys that each kind of box may have.
enum BoxKeys {
  /// Keys of all kinds of boxes.
  static let common = [
    "id", "kind", "reuseId", "alignment", "hidden", "repeat", "object", "class", "attributes",
  ]
  private static let content = ["size", "intrinsic"]

  static func keys(of kind: TemplateBox.Kind) -> [String] {
    let own: [String] =
      switch kind {
      case .sized: roles(of: kind).map(\.rawValue) + ["sublayout"]
      case .inset: ["insets", "sublayout"]
      case .label: LabelReader.keys + content
      case .button: LabelReader.keys + ButtonReader.keys + content
      case .image: ["source", "scale"] + content
      case .stack: ["axis", "distribution", "sublayouts"] + roles(of: kind).map(\.rawValue)
      case .overlay: ["background", "primary", "overlay"]
      case .flow:
        ["columns", "insets", "withMargin", "sublayouts"] + roles(of: kind).map(\.rawValue)
      }
    // The others are as flexible as the box inside them.
    let isFlexible = kind != .inset && kind != .overlay
    return common + (isFlexible ? ["flexibility"] : []) + own
  }

  /// The numbers that a kind of box may have.
  static func roles(of kind: TemplateBox.Kind) -> [BoxNumber.Role] {
    switch kind {
    case .sized:
      [
        .width, .height, .minWidth, .maxWidth, .minHeight, .maxHeight, .aspect, .minAspect,
        .maxAspect, .aspectOtherwise,
      ]
    case .stack: [.spacing]
    case .flow: [.itemWidth, .itemHeight, .itemSpacing, .lineSpacing, .aspect]
    case .inset, .overlay, .label, .button, .image: []
    }
  }

  /// Keys of boxes and views that hold others, in the order in which these are drawn.
  static let nested = ["subviews", "sublayouts", "sublayout", "background", "primary", "overlay"]
}
