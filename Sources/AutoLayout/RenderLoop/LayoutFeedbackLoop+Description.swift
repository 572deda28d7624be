import LayoutPrimitives

extension LayoutFeedbackLoop: CustomStringConvertible {
  /// The loop as a log of many lines for a person; begin at its top, then read the calls.
  public var description: String {
    var lines = [
      "layout feedback loop: \(Self.verb(phase)) '\(view)' ran more than \(threshold) times in one "
        + "turn; find the call below that marks '\(topLevelView)' again, and do that work elsewhere"
    ]
    if !ambiguities.isEmpty {
      lines.append(
        "ambiguous layout is suspected: "
          + ambiguities.map(\.variable).joined(separator: ", "))
    }
    lines.append("top-level view: '\(topLevelView)'")
    lines.append("its subtree, with the places in the cycle:")
    lines += subtree.map(Self.line)
    lines.append("views visited in order: " + order.joined(separator: ", "))
    lines.append("changes of frames that repeat:")
    lines += repeatedChanges.map(Self.line)
    if repeatedChanges.isEmpty { lines.append("  none") }
    if !constraints.isEmpty {
      lines.append("constraints that decide these frames:")
      lines += constraints.map { "  \($0.equation)" }
    }
    lines.append("calls sent to the top-level view:")
    lines += calls.map(Self.line)
    return lines.joined(separator: "\n")
  }

  private static func line(_ view: SubtreeView) -> String {
    var line = String(repeating: "  ", count: view.depth + 1) + view.name + " " + text(view.frame)
    if view.isAmbiguous { line += " AMBIGUOUS LAYOUT" }
    if !view.places.isEmpty {
      line += " #" + view.places.map(String.init).joined(separator: ",")
    }
    return line
  }

  private static func line(_ change: GeometryChange) -> String {
    let source = change.location ?? "constraints"
    return "  \(change.view): \(text(change.old)) -> \(text(change.new))"
      + "\(text(change.during)), by \(source), \(change.count) times"
  }

  private static func line(_ call: Call) -> String {
    let cause =
      switch call.cause {
      case .call: "marked"
      case .size: "its size changed"
      case .sizeOfSubview(let name): "the size of its subview '\(name)' was set"
      case .constraintsOfSubview(let name):
        "constraints gave its subview '\(name)' another frame"
      }
    return "  \(cause)\(text(call.during))" + (call.location.map { ", by \($0)" } ?? "")
      + ", \(call.count) times"
  }

  private static func text(_ place: Place?) -> String {
    place.map { " during \(verb($0.phase)) '\($0.view)'" } ?? ""
  }

  /// Names what a phase does to a view, to be followed by the view's name.
  private static func verb(_ phase: RenderPhase) -> String {
    switch phase {
    case .updateConstraints: "updateConstraints of"
    case .layout: "layoutSubviews of"
    case .display: "display of"
    }
  }

  private static func text(_ frame: Rect) -> String {
    func number(_ value: Double) -> String {
      Quantity.literal((value * 1000).rounded() / 1000).description
    }
    return "(\(number(frame.x)) \(number(frame.y)); \(number(frame.width)) \(number(frame.height)))"
  }
}
