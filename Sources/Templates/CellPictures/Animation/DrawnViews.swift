import BoxLayouts
import CellTemplates
import LayoutPrimitives

/// The views of a cell that are shown, with the shapes of each.
struct DrawnViews {
  /// The shapes of one view.
  struct View {
    /// Areas, places for pictures, and what else has the view's frame.
    var areas: [PictureShape] = []
    /// Glyphs and bars of its text.
    var text: [PictureShape] = []
    /// Tags of its content.
    var notes: [PictureShape] = []
    /// The frame.
    var frame: [PictureShape] = []
    /// The tag of the frame.
    var name: [PictureShape] = []
  }

  /// The views, each behind the view that contains it.
  private(set) var arranged: [ArrangedView] = []
  /// The shapes of each view, indexed as `arranged`.
  private(set) var views: [View] = []
  /// The bounds of all shapes, in points.
  let bounds: Rect
  /// The captions and outlines so far.
  let captions: CaptionSetter

  /// Draws the views of a cell that are not hidden, without guides.
  init(
    _ cell: DrawnCell, _ options: PictureOptions, _ captions: CaptionSetter
  ) throws(PictureError) {
    var composer = PictureComposer(cell, options, captions)
    let template = cell.template
    let shown = template.views.indices.filter {
      template.views[$0].kind.hasFrame && !composer.isInvisible[$0]
    }
    var places = [Int?](repeating: nil, count: template.views.count)
    for index in shown {
      let view = template.views[index]
      // What contains a view that is shown is shown itself.
      let parent = view.parent.flatMap { places[$0] }
      places[index] = arranged.count
      arranged.append(
        ArrangedView(
          view: ViewDescription(reuseID: view.reuseID ?? view.id), parent: parent,
          frame: cell.frame(of: index)))
      if index > 0 { try composer.drawContent(of: index) } else { composer.drawPaper() }
      let drawn = composer.take()
      let isText: (PictureShape) -> Bool = { [.glyph, .bar, .picture].contains($0.role) }
      views.append(
        View(
          areas: drawn.shapes.filter { !isText($0) }, text: drawn.shapes.filter(isText),
          notes: drawn.tags))
    }
    if options.layers.contains(.frames) {
      for (place, index) in shown.enumerated() {
        if index > 0 { try composer.drawFrame(of: index) } else { composer.drawCellEdge() }
        (views[place].frame, views[place].name) = composer.take()
      }
    }
    for index in shown { composer.grow(by: cell.frame(of: index)) }
    bounds = composer.bounds
    self.captions = composer.captions
  }
}
