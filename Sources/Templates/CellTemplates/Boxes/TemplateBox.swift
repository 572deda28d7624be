import BoxLayouts
import LayoutPrimitives
import TemplateDocuments

/// A box of a template's layout as declared, without values from a record.
struct TemplateBox: Hashable, Sendable {
  /// The kinds of boxes; the raw values are their names in documents.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case sized, inset, label, button, image, stack, overlay, flow

    /// Whether the box has content and no boxes inside.
    var isContent: Bool { self == .label || self == .button || self == .image }
  }

  /// The arrangement of the boxes inside a box, which are indices into `BoxTree.boxes`.
  enum Arrangement: Hashable, Sendable {
    /// A label, a button or an image.
    case content
    /// A box with a declared size around another box, if there is one.
    case sized(Int?)
    /// A box with insets around another box, in points.
    case inset(Insets, Int)
    /// A row or a column.
    case stack(Axis, StackDistribution, [Int])
    /// A box with other boxes behind it and in front of it.
    case overlay(background: [Int], primary: Int, overlay: [Int])
    /// Lines of boxes, from the leading edge.
    case flow(FlowShape, [Int])
  }

  /// The settings of a flow that do not depend on the record.
  struct FlowShape: Hashable, Sendable {
    /// Number of boxes in a line.
    var columns = 1
    /// Insets around the lines, in points.
    var insets = Insets(all: 0)
    /// Whether the remaining width of a line is also distributed at its ends.
    var withMargin = false
  }

  var kind: Kind
  /// Index in `BoxTree.boxes` of the box around this box; `nil` for the outermost box.
  var parent: Int?
  /// Whether the box is in the list of a stack or a flow, in which hidden boxes take no space.
  var isInList = false
  var arrangement = Arrangement.content
  /// Index in the template's `views` of the view that the box creates; `nil` if it creates none.
  var view: Int?
  /// The name by which views of different layouts are matched; `nil` for none.
  var reuseID: String?
  /// The alignment; `nil` for the default of the kind.
  var alignment: Alignment?
  /// The flexibility; `nil` for the default of the kind.
  var flexibility: Flexibility?
  /// The fixed size of a label, button or image, in points, or `nil`; either side may be absent.
  var size: IntrinsicSize?
  var isHidden = false
  var hiddenWhen: Condition?
  /// The box's numbers, as indices into `BoxTree.numbers`.
  var numbers = 0..<0
  /// A description of the box in words, for messages about records.
  var name = ""
  /// Line of the box in its document, from 1.
  var line = 0
}

/// The boxes of a template, depth first; box 0 is the cell's content.
struct BoxTree: Hashable, Sendable {
  var boxes: [TemplateBox] = []
  /// The numbers of all boxes; the numbers of one box are adjacent.
  var numbers: [BoxNumber] = []

  /// Adds the paths of bindings and conditions to a table, and stores their indices.
  mutating func intern(in paths: inout PathTable) {
    for index in boxes.indices { boxes[index].hiddenWhen?.intern(in: &paths) }
    for index in numbers.indices {
      guard case .bound(var number) = numbers[index].source else { continue }
      number.intern(in: &paths)
      numbers[index].source = .bound(number)
    }
  }

  /// Index in `numbers` of a number of a box; `nil` if the box does not declare it.
  func number(_ role: BoxNumber.Role, of box: Int) -> Int? {
    boxes[box].numbers.first { numbers[$0].role == role }
  }

  /// The conditions under which boxes are hidden.
  var conditions: [Condition] { boxes.compactMap(\.hiddenWhen) }

  /// For each box, whether it declares that it is hidden, always or by a condition that is true.
  func hidden(in context: ConditionContext) -> [Bool] {
    boxes.map { $0.isHidden || $0.hiddenWhen?.holds(in: context) ?? false }
  }

  /// Whether a box takes no space, because a hidden box in a stack or flow contains it or is this
  /// box.
  func isCollapsed(_ box: Int, hidden: [Bool]) -> Bool {
    var next: Int? = box
    while let index = next {
      if hidden[index], boxes[index].isInList { return true }
      next = boxes[index].parent
    }
    return false
  }
}

/// A number of a box: a literal, a constant, or a value from the record.
struct BoxNumber: Hashable, Sendable {
  /// The property that the number sets; the raw value is its name in documents.
  enum Role: String, Hashable, Sendable, CaseIterable {
    case width, height, minWidth, maxWidth, minHeight, maxHeight
    case aspect, minAspect, maxAspect, aspectOtherwise
    case spacing, itemWidth, itemHeight, itemSpacing, lineSpacing

    /// Whether the number is a ratio, width ÷ height, rather than a length.
    var isRatio: Bool {
      switch self {
      case .aspect, .minAspect, .maxAspect, .aspectOtherwise: true
      default: false
      }
    }

    /// The range of numbers that a document may write, as ratios or in points.
    var range: ClosedRange<Double> { isRatio ? 1e-4...1e4 : 0...Fields.longest }

    /// The range of numbers that a record may give; other numbers fail the cell.
    var saneRange: ClosedRange<Double> { isRatio ? 1e-7...1e7 : 0...1e9 }
  }

  enum Source: Hashable, Sendable {
    case literal(Double)
    /// The constant with this index in `CellTemplate.constants`.
    case constant(Int)
    case bound(BoundNumber)
  }

  var role: Role
  var source: Source
  /// Index in `BoxTree.boxes` of the number's box.
  var box: Int
  var line: Int

  /// The value for one record; `nil` if the record lacks it.
  ///
  /// A ratio that is 0 or negative counts as absent.
  func value(in record: ResolvedRecord, constants: [Double]) -> Double? {
    switch source {
    case .literal(let value): return value
    case .constant(let index): return constants[index]
    case .bound(let number):
      guard let value = number.value(in: record) else { return nil }
      return role.isRatio && value <= 0 ? nil : value
    }
  }

  var bindings: [Binding] {
    if case .bound(let number) = source { number.bindings } else { [] }
  }
}
