public import ArgumentParser
public import LayoutPrimitives
public import TextMeasurement

extension MetricsMode: ExpressibleByArgument {}
extension LineBreakMode: ExpressibleByArgument {}
extension LayoutDirection: ExpressibleByArgument {}

/// Whose rules a text is measured by, and what is known about it.
struct RulesOptions: ParsableArguments {
  @Option(name: .long, help: "Platform whose line heights are used.")
  var metrics = MetricsMode.uikit

  @Option(name: .long, help: "Where lines may break; by default what goes with --metrics.")
  var lineBreak: LineBreakMode?

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

  /// The rules as declared.
  func rules() throws(TextError) -> MeasurementRules {
    let bundle: TextRules =
      switch metrics {
      case .uikit: .uikit
      case .css: .css
      case .android: .android
      }
    return try MeasurementRules(rules: bundle, scale: scale, lineBreak: lineBreak)
  }
}
