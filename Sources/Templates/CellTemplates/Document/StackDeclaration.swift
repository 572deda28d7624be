public import AutoLayout
import LayoutPrimitives
import StructuredDocuments

/// A stack as declared in its document, before its subviews are read.
struct StackDeclaration {
  static let keys = [
    "axis", "distribution", "alignment", "spacing", "relativeToMargins", "baselineRelative",
  ]

  /// Index of the stack in the template's views.
  var view: Int
  var arrangement: StackArrangement
  var line: Int

  enum AxisWord: String, CaseIterable {
    case horizontal, vertical
  }

  enum AlignmentWord: String, CaseIterable {
    case fill, leading, center, trailing, top, bottom, firstBaseline, lastBaseline

    var alignment: StackArrangement.Alignment {
      switch self {
      case .fill: .fill
      case .leading, .top: .leading
      case .center: .center
      case .trailing, .bottom: .trailing
      case .firstBaseline: .firstBaseline
      case .lastBaseline: .lastBaseline
      }
    }
  }

  static func read(_ fields: Fields, view: Int) -> StackDeclaration {
    let axis: AxisWord = fields.word("axis") ?? .horizontal
    let alignment: AlignmentWord = fields.word("alignment") ?? .fill
    var arrangement = StackArrangement(
      axis == .horizontal ? .horizontal : .vertical,
      distribution: fields.word("distribution") ?? .fill,
      alignment: alignment.alignment, spacing: spacing(fields))
    arrangement.isLayoutMarginsRelative = fields.flag("relativeToMargins") ?? false
    arrangement.isBaselineRelative = fields.flag("baselineRelative") ?? false
    let wrongAxis: Set<AlignmentWord> =
      axis == .horizontal
      ? [.leading, .trailing] : [.top, .bottom, .firstBaseline, .lastBaseline]
    if wrongAxis.contains(alignment) {
      fields.context.report(
        .invalidValue, line: fields.line(of: "alignment"),
        found: "the alignment '\(alignment.rawValue)' in a \(axis.rawValue) stack",
        expected: axis == .horizontal
          ? "expected one of fill, top, center, bottom, firstBaseline, lastBaseline"
          : "expected one of fill, leading, center, trailing")
    }
    return StackDeclaration(view: view, arrangement: arrangement, line: fields.line)
  }

  /// Reads the spacing of a stack: points, or `standard`.
  private static func spacing(_ fields: Fields) -> Double {
    if case .text("standard")? = fields["spacing"]?.value {
      return StackArrangement.standardSpacing
    }
    return fields.length("spacing", expected: "points, or standard") ?? 0
  }
}

/// A stack of a template, with the indices of its constraints in the layout system.
public struct TemplateStack: Hashable, Sendable {
  /// The constraints that the stack may impose.
  public var program: StackProgram
  /// Index in `system.constraints` of the program's first constraint.
  ///
  /// The others follow it.
  public var firstConstraint: Int
  /// Engine group of each of the program's constraints, or `nil` for those that always hold.
  public var groups: [Int?]
}

/// Replaces the baselines of stacks in constraints by those of the views in them.
///
/// A vertical stack has the baselines of its first and last view, and a horizontal stack those of
/// its tallest view; nested stacks are resolved in the same way. The tallest view is known before
/// layout if the stack has one view or aligns all its views by that baseline.
///
/// Source: UIKit's `forFirstBaselineLayout` and `forLastBaselineLayout`.
struct StackBaselines {
  private struct Stack {
    let arrangement: StackArrangement
    /// The arranged views, in order.
    let views: [Int]
  }

  private let views: [TemplateView]
  private let stacks: [Int: Stack]

  init(_ reader: ViewReader, _ programs: [TemplateStack]) {
    views = reader.views
    let arrangements = Dictionary(
      uniqueKeysWithValues: reader.stacks.map { ($0.view, $0.arrangement) })
    stacks = programs.reduce(into: [:]) { stacks, stack in
      guard let arrangement = arrangements[stack.program.stack] else { return }
      stacks[stack.program.stack] = Stack(arrangement: arrangement, views: stack.program.views)
    }
  }

  /// Replaces the baselines of a constraint.
  ///
  /// - Returns: The first stack whose baseline remains its bottom, because the view that decides it
  ///   is not known; otherwise `nil`.
  func replace(in constraint: inout LayoutConstraint) -> Int? {
    var unknown: Int?
    func replaced(_ anchor: Anchor) -> Anchor {
      guard [.firstBaseline, .lastBaseline].contains(anchor.attribute), stacks[anchor.item] != nil
      else { return anchor }
      guard let view = source(anchor.attribute, of: anchor.item) else {
        unknown = unknown ?? anchor.item
        return anchor
      }
      return Anchor(item: view, attribute: anchor.attribute)
    }
    constraint.first = replaced(constraint.first)
    constraint.second = constraint.second.map(replaced)
    return unknown
  }

  /// The view whose baseline a view has; `nil` if it depends on the record.
  private func source(_ attribute: Attribute, of view: Int) -> Int? {
    guard let stack = stacks[view] else { return view }
    // An empty stack has its own edges only.
    guard let first = stack.views.first, let last = stack.views.last else { return view }
    let chosen: Int
    if stack.arrangement.axis == .vertical {
      chosen = attribute == .firstBaseline ? first : last
    } else if first == last || alignsAll(by: attribute, stack) {
      guard let shown = stack.views.first(where: { !mayHide($0) }) else { return nil }
      chosen = shown
    } else {
      return nil
    }
    return mayHide(chosen) ? nil : source(attribute, of: chosen)
  }

  /// Whether all views of a horizontal stack have a baseline on one line.
  private func alignsAll(by attribute: Attribute, _ stack: Stack) -> Bool {
    switch stack.arrangement.alignment {
    case .firstBaseline where attribute == .firstBaseline: true
    case .lastBaseline where attribute == .lastBaseline: true
    // The first baseline of a single line is its last.
    case .firstBaseline, .lastBaseline: stack.views.allSatisfy { views[$0].label?.lineLimit == 1 }
    case .fill, .leading, .center, .trailing: false
    }
  }

  private func mayHide(_ view: Int) -> Bool {
    views[view].hiddenWhen != nil || views[view].isHidden
  }
}
