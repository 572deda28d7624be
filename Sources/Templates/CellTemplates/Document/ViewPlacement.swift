import StructuredDocuments
import AutoLayout
import LayoutPrimitives

/// A view with a declared frame and autoresizing mask.
struct ViewPlacement {
  static let keys = ["frame", "autoresizing"]

  var view: Int
  /// Frame in its superview's coordinates, in points.
  var frame: Rect
  var mask: AutoresizingMask
  var line: Int

  static let parts: [(word: String, mask: AutoresizingMask)] = [
    ("left", .flexibleLeftMargin), ("width", .flexibleWidth), ("right", .flexibleRightMargin),
    ("top", .flexibleTopMargin), ("height", .flexibleHeight), ("bottom", .flexibleBottomMargin),
  ]

  /// Whether the mask depends on the superview's size.
  var needsSuperviewSize: Bool {
    !mask.isDisjoint(with: [
      .flexibleLeftMargin, .flexibleWidth, .flexibleTopMargin, .flexibleHeight,
    ])
  }

  /// Reads `frame` and `autoresizing`; `nil` without a valid frame.
  static func read(_ fields: Fields, view: Int) -> ViewPlacement? {
    guard fields["frame"] != nil else {
      if fields["autoresizing"] != nil {
        fields.reportMissing("frame", expected: "the frame that 'autoresizing' speaks of")
      }
      return nil
    }
    let mask = mask(fields)
    guard let frame = frame(fields) else { return nil }
    return ViewPlacement(view: view, frame: frame, mask: mask, line: fields.line(of: "frame"))
  }

  private static func frame(_ fields: Fields) -> Rect? {
    guard let node = fields["frame"] else { return nil }
    guard let nodes = node.elements, nodes.count == 4 else {
      fields.report("frame", node, expected: "[x, y, width, height] in points")
      return nil
    }
    let values = nodes.compactMap(Fields.length)
    guard values.count == 4, values[2] >= 0, values[3] >= 0 else {
      fields.report("frame", node, expected: "[x, y, width, height] in points, extents not below 0")
      return nil
    }
    return Rect(x: values[0], y: values[1], width: values[2], height: values[3])
  }

  private static func mask(_ fields: Fields) -> AutoresizingMask {
    var mask: AutoresizingMask = []
    for node in fields.list("autoresizing") {
      guard let part = parts.first(where: { $0.word == node.text }) else {
        fields.report(
          "autoresizing", node, lead: "the parts that give: some of ", words: parts.map(\.word))
        continue
      }
      mask.insert(part.mask)
    }
    return mask
  }
}
