import AutoLayout
import LayoutPrimitives

/// The reference cell as a template has it: items with anchors, labels as texts.
///
/// The same constraints as `ReferenceCell`; the engine adds those of the cell's width, of its pull
/// to the smallest height, and of the sizes of the labels.
struct ReferenceCellSystem {
  /// Items in the order of `ReferenceCell.View`, all of them children of the first.
  let system: LayoutSystem
  /// The constraint whose constant is the image's height.
  let imageHeight: Int

  init() {
    typealias View = ReferenceCell.View
    var list: [LayoutConstraint] = []
    func add(
      _ view: View, _ attribute: Attribute, _ relation: Relation,
      _ other: (view: View, attribute: Attribute)?, _ constant: Double = 0
    ) {
      list.append(
        LayoutConstraint(
          name: "c\(list.count)", first: Anchor(item: view.rawValue, attribute: attribute),
          relation: relation,
          second: other.map { Anchor(item: $0.view.rawValue, attribute: $0.attribute) },
          constant: constant))
    }
    add(.avatar, .leading, .equal, (.content, .leading), 16)
    add(.avatar, .top, .equal, (.content, .top), 12)
    add(.avatar, .width, .equal, nil, 40)
    add(.avatar, .height, .equal, nil, 40)
    add(.title, .leading, .equal, (.avatar, .trailing), 12)
    add(.title, .top, .equal, (.avatar, .top))
    add(.title, .trailing, .lessOrEqual, (.content, .trailing), -16)
    add(.date, .leading, .equal, (.title, .leading))
    add(.date, .top, .equal, (.title, .bottom), 4)
    add(.date, .trailing, .lessOrEqual, (.content, .trailing), -16)
    add(.body, .leading, .equal, (.avatar, .leading))
    add(.body, .trailing, .equal, (.content, .trailing), -16)
    add(.body, .top, .greaterOrEqual, (.avatar, .bottom), 8)
    add(.body, .top, .greaterOrEqual, (.date, .bottom), 8)
    for (view, above) in [(View.image, View.body), (.actions, .image)] {
      add(view, .leading, .equal, (.body, .leading))
      add(view, .trailing, .equal, (.body, .trailing))
      add(view, .top, .equal, (above, .bottom), 8)
    }
    add(.actions, .height, .equal, nil, 32)
    add(.separator, .leading, .equal, (.avatar, .leading))
    add(.separator, .trailing, .equal, (.content, .trailing))
    add(.separator, .height, .equal, nil, 1)
    add(.separator, .top, .equal, (.actions, .bottom), 8)
    add(.separator, .bottom, .equal, (.content, .bottom))
    imageHeight = list.count
    add(.image, .height, .equal, nil)
    let texts: [View] = [.title, .date, .body]
    system = LayoutSystem(
      items: View.allCases.map { view in
        LayoutItem(
          name: "\(view)", parent: view == .content ? nil : View.content.rawValue,
          content: texts.contains(view) ? .text : .none)
      }, constraints: list, groups: [Int?](repeating: nil, count: list.count), groupCount: 0)
  }
}

/// Answers what a label of the reference cell measures from the arrays, whatever width it is given.
struct ReferenceSizing: ContentSizing {
  private let cells: ReferenceCells
  /// The cell whose labels are measured.
  var cell = 0

  init(_ cells: ReferenceCells) { self.cells = cells }

  func unwrapped(item: Int) -> TextExtent { extent(of: item) }

  func wrapped(item: Int, width: Double) -> TextExtent { extent(of: item) }

  func isSingleLine(item: Int) -> Bool { false }

  private func extent(of item: Int) -> TextExtent {
    switch ReferenceCell.View(rawValue: item) {
    case .title: extent(.titleWidth, .titleHeight)
    case .date: extent(.dateWidth, .dateHeight)
    default: extent(.bodyWidth, .bodyHeight)
    }
  }

  private func extent(_ width: ReferenceCell.Input, _ height: ReferenceCell.Input) -> TextExtent {
    TextExtent(
      width: cells.value(width, of: cell), height: cells.value(height, of: cell),
      firstBaseline: 0, lastBaselineFromBottom: 0,
      lines: LabelLines(count: 1, truncated: false))
  }
}
