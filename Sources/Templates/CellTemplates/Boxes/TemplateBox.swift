import BoxLayouts
import LayoutPrimitives

/// A box of a template's layout as declared, before a record decides its numbers.
struct TemplateBox: Hashable, Sendable {
  /// The kinds of boxes, by the words of documents.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case sized, inset, label, button, image, stack, overlay, flow

    /// Whether the box shows something of its own, and has no boxes inside.
    var isContent: Bool { self == .label || self == .button || self == .image }
  }

  /// The boxes inside a box, as indices into `BoxTree.boxes`, and how they are arranged.
  enum Arrangement: Hashable, Sendable {
    /// A label, a button or an image.
    case content
    /// A box of a size of its own, which may be empty.
    case sized(Int?)
    /// A box with room around it, in points.
    case inset(Insets, Int)
    /// A row or a column.
    case stack(Axis, StackDistribution, [Int])
    /// Boxes behind and in front of another one.
    case overlay(background: [Int], primary: Int, overlay: [Int])
    /// Lines of boxes, from the leading edge.
    case flow(FlowShape, [Int])
  }

  /// The settings of a flow that no record decides.
  struct FlowShape: Hashable, Sendable {
    /// Number of boxes in a line.
    var columns = 1
    /// Room around the lines, in points.
    var insets = Insets(all: 0)
    /// Whether the spare width of a line is shared out at its ends, too.
    var withMargin = false
  }

  var kind: Kind
  /// Index in `BoxTree.boxes` of the box around it; `nil` for the outermost one.
  var parent: Int?
  /// Whether it is one of the boxes of a stack or a flow, which leave no room for hidden ones.
  var isInList = false
  var arrangement = Arrangement.content
  /// Index into the template's `views` of the view that the box makes; `nil` for none.
  var view: Int?
  /// The name by which views of different layouts are taken for the same one; `nil` for none.
  var reuseID: String?
  /// The alignment; `nil` for the kind's own.
  var alignment: Alignment?
  /// The flexibility; `nil` for the kind's own.
  var flexibility: Flexibility?
  /// The fixed size of a label, button or image, in points; either side may be absent.
  var size: IntrinsicSize?
  var isHidden = false
  var hiddenWhen: Condition?
  /// The box's numbers, as indices into `BoxTree.numbers`.
  var numbers = 0..<0
  /// The box in words, for messages about records.
  var name = ""
  /// Line of the box in its document, from 1.
  var line = 0
}
