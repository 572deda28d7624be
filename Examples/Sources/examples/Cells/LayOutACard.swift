import AutoLayout
import CellTemplates
import FeedRecords
import LayoutPrimitives
import TextMeasurement

extension Example {
  /// A message of a chat as a card of CSS boxes, without a store.
  static let layOutACard = Example(
    name: "LayOutACard", about: "a card of CSS boxes, laid out for one record at two widths"
  ) { out in
    let template = try CellTemplate(text: Self.card, file: "message.yaml")
    var layouter = CellLayouter(
      plan: TemplatePlan(template),
      measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
    let message = FeedRecord(id: "m-1", version: "1", contentText: "Honey!", author: "Ann")

    for width in [320.0, 200] {
      out.note("\(Int(width)) px wide")
      let environment = try Environment(parsing: "\(Int(width))@1x/L/ltr/en/css")
      let cell = try layouter.layout(message, in: environment)
      let frames = Dictionary(
        uniqueKeysWithValues: zip(template.views.map(\.id), cell.solved.frames))
      guard let bubble = frames["bubble"], let name = frames["name"], let text = frames["message"]
      else { return out.check("the views of the card", false) }
      // The bubble begins after the avatar and fits its texts: a name and one line.
      out.frame(
        "avatar", frames["avatar"] ?? Rect(x: 0, y: 0, width: 0, height: 0), is: 8, 24, 32, 32)
      out.number("bubble: left edge", bubble.x, is: 8 + 32 + 8)
      out.number("bubble: height", bubble.height, is: 4 + 18 + 22 + 4)
      out.number("bubble: width", bubble.width, is: 10 + max(name.width, text.width) + 10)
      out.number("cell: height", cell.solved.frames[0].height, is: 8 + 48)
    }
  }

  private static let card = """
    schema: cellheights.template/1
    template: message
    card:
      style: {display: flex, gap: 8px, align-items: flex-end, padding: "8px 8px 0", font: 16px/22px Inter}
      children:
        - {id: avatar, intrinsic: [32, 32], style: {flex: none}}
        - id: bubble
          style: {max-width: 75%, padding: 4px 10px}
          children:
            - {id: name, text: "{author}", style: {font: 600 13px/18px Inter}}
            - {id: message, text: "{content}"}
    """
}
