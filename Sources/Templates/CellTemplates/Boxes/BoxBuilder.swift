import AutoLayout
import BoxLayouts
import LayoutPrimitives
import TextMeasurement

/// Creates the layout of a template's boxes for one record.
struct BoxBuilder {
  let tree: BoxTree
  let views: [TemplateView]
  let grid: PixelGrid
  /// The record's values for the tree's numbers; `nil` for a number without a value.
  let numbers: [Double?]
  /// The prepared texts of labels, indexed as `views`; `nil` for other views.
  var texts: [LabelContentSizing.Text?]
  /// The sizes of content other than prepared text, in points, indexed as `views`.
  ///
  /// Where the size or one of its sides is `nil`, the content fills the available length.
  var sizes: [IntrinsicSize?]
  /// The observer of label measurements; `nil` for none.
  var observer: LabelObserver?
  /// Whether each box is hidden, indexed as `BoxTree.boxes`.
  var isHidden: [Bool] = []

  /// The layout of a box and of the boxes inside it.
  ///
  /// The `tag` of each view is its index in the template.
  func layout(_ index: Int = 0) -> any Layout {
    let box = tree.boxes[index]
    switch box.arrangement {
    case .content: return content(box)
    case .sized(let sublayout): return sized(index, sublayout.map { layout($0) })
    case .inset(let insets, let sublayout):
      return InsetLayout(
        insets: insets, alignment: box.alignment ?? .fill, view: view(box),
        sublayout: layout(sublayout))
    case .stack(let axis, let distribution, let sublayouts):
      return StackLayout(
        axis: axis, spacing: number(.spacing, index) ?? 0, distribution: distribution,
        alignment: box.alignment ?? .fill, flexibility: box.flexibility, view: view(box),
        sublayouts: arranged(sublayouts))
    case .overlay(let background, let primary, let overlay):
      return OverlayLayout(
        primary: layout(primary), background: background.map { layout($0) },
        overlay: overlay.map { layout($0) }, alignment: box.alignment ?? .fill, view: view(box))
    case .flow(let shape, let sublayouts):
      return FlowLayout(
        columns: shape.columns, itemWidth: number(.itemWidth, index),
        itemHeight: number(.itemHeight, index), itemSpacing: number(.itemSpacing, index),
        lineSpacing: number(.lineSpacing, index) ?? 0, aspect: number(.aspect, index),
        insets: shape.insets, withMargin: shape.withMargin,
        alignment: box.alignment ?? .fill, flexibility: box.flexibility ?? .flexible,
        view: view(box),
        sublayouts: arranged(sublayouts))
    }
  }

  /// The layouts of the boxes in a stack or a flow, where hidden boxes take no space.
  private func arranged(_ sublayouts: [Int]) -> [any Layout] {
    sublayouts.map { layout($0).hidden(isHidden[$0]) }
  }

  private func number(_ role: BoxNumber.Role, _ box: Int) -> Double? {
    tree.number(role, of: box).flatMap { numbers[$0] }
  }

  private func view(_ box: TemplateBox) -> ViewDescription? {
    box.view.map { ViewDescription(reuseID: box.reuseID, tag: $0) }
  }

  private func sized(_ index: Int, _ sublayout: (any Layout)?) -> any Layout {
    let box = tree.boxes[index]
    return SizeLayout(
      width: number(.width, index), height: number(.height, index),
      minWidth: number(.minWidth, index), maxWidth: number(.maxWidth, index),
      minHeight: number(.minHeight, index), maxHeight: number(.maxHeight, index),
      aspect: number(.aspect, index) ?? number(.aspectOtherwise, index),
      minAspect: number(.minAspect, index), maxAspect: number(.maxAspect, index),
      alignment: box.alignment, flexibility: box.flexibility, view: view(box),
      sublayout: sublayout)
  }

  /// The layout of a label, a button or an image; if its size is fixed, it is in a box of that
  /// size.
  private func content(_ box: TemplateBox) -> any Layout {
    guard let size = box.size else {
      return content(box, alignment: box.alignment, flexibility: box.flexibility)
    }
    return SizeLayout(
      width: size.width, height: size.height, alignment: box.alignment,
      flexibility: box.flexibility,
      sublayout: content(box, alignment: .fill, flexibility: .flexible))
  }

  private func content(
    _ box: TemplateBox, alignment: Alignment?, flexibility: Flexibility?
  ) -> any Layout {
    let view = box.view ?? 0
    let size = sizes[view].flatMap { size in
      size.width.flatMap { width in size.height.map { Size(width: width, height: $0) } }
    }
    if size == nil, let known = sizes[view], texts[view] == nil, known.width != known.height {
      return halfOpen(box, known, alignment: alignment, flexibility: flexibility)
    }
    if box.kind == .image {
      return ImageLayout(
        source: "", size: size, alignment: alignment, flexibility: flexibility,
        reuseID: box.reuseID, tag: view)
    }
    let text: any LabelText =
      texts[view].map { text in
        PreparedLabelText(
          text: text, grid: grid, observed: observer.map { (view, views[view].id, $0) })
      }
      ?? FixedText("", size: size ?? .zero)
    return LabelLayout(
      text: text, alignment: alignment ?? .topLeading, flexibility: flexibility ?? .flexible,
      reuseID: box.reuseID, tag: view)
  }

  /// The layout of content for which only one side is known.
  ///
  /// The content fills the available length on the other axis.
  private func halfOpen(
    _ box: TemplateBox, _ size: IntrinsicSize, alignment: Alignment?, flexibility: Flexibility?
  ) -> any Layout {
    let isImage = box.kind == .image
    // The alignment of content for which both sides are known.
    let closed: (Alignment.Vertical, Alignment.Horizontal) =
      isImage ? (.center, .center) : (.top, .leading)
    let content: any Layout =
      isImage
      ? ImageLayout(source: "", reuseID: box.reuseID, tag: box.view ?? 0)
      : LabelLayout(
        text: FixedText("", size: .zero), alignment: .fill, flexibility: .flexible,
        reuseID: box.reuseID, tag: box.view ?? 0)
    return SizeLayout(
      minWidth: size.width, minHeight: size.height,
      alignment: alignment
        ?? .axes(
          vertical: size.height == nil ? .fill : closed.0,
          horizontal: size.width == nil ? .fill : closed.1),
      flexibility: flexibility
        ?? (isImage
          ? Flexibility(
            horizontal: size.width == nil ? 0 : nil, vertical: size.height == nil ? 0 : nil)
          : .flexible),
      sublayout: content)
  }
}

/// The prepared text of a label or button, which a box measures.
struct PreparedLabelText: LabelText {
  let text: LabelContentSizing.Text
  /// The grid of pixels to which the available width is rounded down.
  let grid: PixelGrid
  /// The index and id of the label's view, and the observer of its measurements; `nil` for no
  /// observer.
  var observed: (item: Int, view: String, by: LabelObserver)?

  /// The text is not needed, because views are found by their tags.
  var string: String { "" }

  func measure(within width: Double) -> TextMeasure {
    guard let observed else { return measured(within: width) }
    return observed.by.observe(item: observed.item, view: observed.view, width: width) {
      measured(within: width)
    }
  }

  private func measured(within width: Double) -> TextMeasure {
    if let size = text.size { return FixedText("", size: size).measure }
    guard let prepared = text.prepared else { return FixedText("", size: .zero).measure }
    let inner = text.surroundings.inner(width)
    let fitted = FittedText("", text: prepared, fitting: text.fitting, grid: grid)
    var measure = fitted.measure(within: inner)
    let outer = text.surroundings.outer(TextExtent(measure))
    measure.width = outer.width
    measure.height = outer.height
    measure.firstBaseline = outer.firstBaseline
    measure.lastBaselineFromBottom = outer.lastBaselineFromBottom
    return measure
  }
}
