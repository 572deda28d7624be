public import ArgumentParser
public import LayoutPrimitives
public import TextMeasurement

extension MetricsMode: ExpressibleByArgument {}
extension LineBreakMode: ExpressibleByArgument {}
extension LineBreakStrictness: ExpressibleByArgument {}
extension WordBreak: ExpressibleByArgument {}
extension LayoutDirection: ExpressibleByArgument {}

/// The line break strategies of UIKit.
enum StrategyName: String, CaseIterable, ExpressibleByArgument {
  case standard, pushOut, hangulWordPriority, none

  var strategy: LineBreakStrategy {
    switch self {
    case .standard: .standard
    case .pushOut: .pushOut
    case .hangulWordPriority: .hangulWordPriority
    case .none: .none
    }
  }
}

/// The rules of a measurement, and properties of the text.
struct RulesOptions: ParsableArguments {
  @Option(name: .long, help: "Platform whose line heights are used.")
  var metrics = MetricsMode.uikit

  @Option(name: .long, help: "Where lines may break; by default what goes with --metrics.")
  var lineBreak: LineBreakMode?

  @Option(name: .long, help: "How strictly lines break, as CSS's line-break.")
  var strictness = LineBreakStrictness.auto

  @Option(name: .long, help: "Whether lines break inside words, as CSS's word-break.")
  var words = WordBreak.normal

  @Option(name: .long, help: "UIKit's line break strategy, with --line-break uikit.")
  var strategy = StrategyName.standard

  @Option(name: .long, help: "Device pixels per point.")
  var scale = 3.0

  @Option(name: .long, help: "Language of the text, as a BCP 47 tag.")
  var language: String?

  @Option(
    name: .long,
    help: "Base direction; outside css the first letter that has a direction overrides it.")
  var direction = LayoutDirection.leftToRight

  func validate() throws {
    guard scale > 0, scale <= 100 else {
      throw ValidationError("--scale is a number of device pixels above 0 and at most 100")
    }
  }

  func rules() throws(TextError) -> MeasurementRules {
    let (bundle, mode): (TextRules, LineBreakMode) =
      switch metrics {
      case .uikit: (.uikit, .uikit)
      case .css: (.css, .chromium)
      case .android: (.android, .uax14)
      }
    let breaks = LineBreakRules(
      mode: lineBreak ?? mode, strictness: strictness, words: words, strategy: strategy.strategy)
    return try MeasurementRules(rules: bundle, scale: scale, lineBreak: breaks)
  }
}
