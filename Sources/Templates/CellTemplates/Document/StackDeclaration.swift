public import AutoLayout
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments

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

  /// Reads the spacing of a stack: a number of points, or `standard`.
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
  /// The other constraints of the program follow it.
  public var firstConstraint: Int
  /// Engine group of each of the program's constraints; `nil` for a constraint that always holds.
  public var groups: [Int?]
}

extension CellTemplate {
  /// UIKit's identifier for a constraint that a stack adds, given by its index in the system;
  /// `nil` without one.
  public func stackIdentifier(ofConstraint index: Int) -> String? {
    for stack in stacks {
      let number = index - stack.firstConstraint
      guard stack.program.constraints.indices.contains(number) else { continue }
      let name = stack.program.constraints[number].name
      return name.isEmpty ? nil : name
    }
    return nil
  }
}

/// Replaces a stack's baselines in constraints by the baselines of views in the stack.
///
/// A vertical stack has the first baseline of its first view and the last baseline of its last
/// view. A horizontal stack has the baselines of its tallest view. The baseline is known before
/// layout if the stack has one view, or aligns all its views by this baseline. A stack in a stack
/// is resolved in the same way.
///
/// Source: UIKit's `forFirstBaselineLayout` and `forLastBaselineLayout`.
struct StackBaselines {
  private struct Stack {
    let arrangement: StackArrangement
    /// Indices of the arranged views, in order.
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

  /// Replaces the baselines of stacks in a constraint.
  ///
  /// - Returns: The first stack whose bottom is used as its baseline, because the view with that
  ///   baseline is unknown before layout; otherwise `nil`.
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

  /// The view whose baseline is the baseline of `view`; `nil` if it depends on the record.
  private func source(_ attribute: Attribute, of view: Int) -> Int? {
    guard let stack = stacks[view] else { return view }
    // An empty stack has only its own edges.
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

  /// Whether the given baselines of all views of a horizontal stack are on one line.
  private func alignsAll(by attribute: Attribute, _ stack: Stack) -> Bool {
    switch stack.arrangement.alignment {
    case .firstBaseline where attribute == .firstBaseline: true
    case .lastBaseline where attribute == .lastBaseline: true
    // For a single line of text, the first and the last baseline are equal.
    case .firstBaseline, .lastBaseline: stack.views.allSatisfy { views[$0].label?.lineLimit == 1 }
    case .fill, .leading, .center, .trailing: false
    }
  }

  private func mayHide(_ view: Int) -> Bool {
    views[view].hiddenWhen != nil || views[view].isHidden
  }
}
