import ArgumentParser
import LayoutPrimitives

/// The ranges of numeric options.
enum NumberRange {
  /// Points above 0.
  case size
  /// Points from 0 on.
  case distance
  /// Points of either sign.
  case offset
  /// From 0 to 1.
  case share

  /// Largest number of points.
  static let most = Environment.maximumWidth

  func contains(_ number: Double) -> Bool {
    switch self {
    case .size: number > 0 && number <= Self.most
    case .distance: (0...Self.most).contains(number)
    case .offset: (-Self.most...Self.most).contains(number)
    case .share: (0...1).contains(number)
    }
  }

  /// The range in words, after "is".
  var meaning: String {
    switch self {
    case .size: "a number of points above 0 and at most 100000"
    case .distance: "a number of points from 0 to 100000"
    case .offset: "a number of points from -100000 to 100000"
    case .share: "a number from 0 to 1"
    }
  }

  /// Rejects a number outside the range.
  func check(_ option: String, _ number: Double?) throws(ValidationError) {
    guard let number, !contains(number) else { return }
    throw ValidationError("\(option) is \(meaning)")
  }
}
