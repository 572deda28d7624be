import AutoLayout
import LayoutPrimitives

extension DecidingConstraint {
  /// Caption of the constraint's dimension line: what it requires, and its priority if below 1000.
  ///
  /// - Parameter names: Names of the items.
  func caption(_ names: [String]) -> String {
    let priority = imposed.priority.isRequired ? "" : " @\(imposed.priority.value)"
    let sign =
      switch relation {
      case .equal: ""
      case .greaterOrEqual: "≥ "
      case .lessOrEqual: "≤ "
      }
    let number = PictureComposer.number(constant)
    switch imposed.source {
    case .environmentWidth, .environmentHeight: return "\(number) given"
    case .fittingPull: return "fitting pull\(priority)"
    case .fixed: return number
    case .hugging: return "hugging \(sign)\(number)\(priority)"
    case .compression: return "compression \(sign)\(number)\(priority)"
    case .constraint:
      guard let second, first.attribute.isExtent || multiplier != 1 else {
        return sign + number + priority
      }
      let factor = multiplier == 1 ? "" : "\(PictureComposer.factor(multiplier)) × "
      let rest =
        constant == 0
        ? "" : constant < 0 ? " − \(PictureComposer.number(-constant))" : " + \(number)"
      return "\(sign)\(factor)\(names[second.item]).\(second.attribute.rawValue)\(rest)\(priority)"
    }
  }
}

extension PictureComposer {
  /// Writes a number with at most four fractional digits.
  static func factor(_ value: Double) -> String {
    ((value * 10_000).rounded() / 10_000).plainDecimal
  }
}
