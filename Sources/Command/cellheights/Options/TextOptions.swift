public import ArgumentParser
import CommandSettings
public import LayoutPrimitives
import Operations
public import TextMeasurement

extension SizeCategory: ExpressibleByArgument {}
extension Tracking: ExpressibleByArgument {}

/// The options for the style of characters.
struct CharacterOptions: ParsableArguments {
  @Option(name: .long, help: "Font family, path of a font file, or system.", completion: .font)
  var font = "system"

  @Option(name: .long, help: "Font size in points; by default the style's, or 17.")
  var size: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A text style, whose size follows --size-category.",
      discussion: TextStyleName.allCases.map(\.rawValue).joined(separator: ", ") + "."),
    completion: .list(TextStyleName.allCases.map(\.rawValue)))
  var style: String?

  @Option(name: .long, help: "The user's text size, for --style.")
  var sizeCategory = SizeCategory.large

  @Option(
    name: .long, help: "Font weight, 1 to 1000, or a name such as semibold.",
    completion: .list(FontWeight.names))
  var weight: String?

  @Flag(name: .long, help: "An italic face.")
  var italic = false

  @Option(name: .long, help: "Width of the face in percent of normal, where the family has others.")
  var fontWidth = 100.0

  @Option(name: .long, parsing: .unconditional, help: "Added after every character, in points.")
  var letterSpacing = 0.0

  @Option(name: .long, help: "Added after every character by its size; sanFrancisco is SF Pro's.")
  var tracking = Tracking.none

  func validate() throws {
    try NumberRange.size.check("--size", size)
    guard (50...200).contains(fontWidth) else {
      throw ValidationError("--font-width is a percentage from 50 to 200")
    }
    try NumberRange.offset.check("--letter-spacing", letterSpacing)
  }

  func characterStyle() throws(Failure) -> CharacterStyle {
    var dynamic: DynamicType?
    if let style {
      guard let name = TextStyleName(rawValue: style) else {
        throw Failure(
          .usage,
          "--style '\(style)' does not exist; there are "
            + TextStyleName.allCases.map(\.rawValue).joined(separator: ", ")
            + NearestName(TextStyleName.allCases.map(\.rawValue)).suggestion(for: style))
      }
      dynamic = DynamicType(name, category: sizeCategory)
    }
    var number = dynamic?.weight ?? 400
    if let weight {
      guard let value = FontWeight.number(named: weight) else {
        throw Failure(
          .usage,
          "--weight '\(weight)' is neither 1 to 1000 nor a weight's name"
            + NearestName(FontWeight.names).suggestion(for: weight))
      }
      number = value
    }
    var characters = CharacterStyle(
      family: font, weight: number, italic: italic, size: size ?? dynamic?.size ?? 17)
    characters.width = fontWidth
    characters.letterSpacing = letterSpacing
    characters.tracking = tracking
    return characters
  }
}

extension Wrapping: ExpressibleByArgument {}
extension TextSpacingTrim: ExpressibleByArgument {}

/// The options for line heights, and for distances between lines and paragraphs.
struct ParagraphOptions: ParsableArguments {
  @Option(name: .long, help: "Height of every line in points, in place of the font's.")
  var lineHeight: Double?

  @Option(name: .long, help: "Factor of the natural line height; under css of the font size.")
  var lineHeightMultiple = 0.0

  @Option(name: .long, help: "Least height of a line in points; 0 means none.")
  var minimumLineHeight = 0.0

  @Option(name: .long, help: "Greatest height of a line in points; 0 means none.")
  var maximumLineHeight = 0.0

  @Option(name: .long, help: "Distance between lines in points.")
  var lineSpacing = 0.0

  @Option(name: .long, help: "Distance after each paragraph but the last, in points.")
  var paragraphSpacing = 0.0

  @Option(name: .long, help: "Distance before each paragraph but the first, in points.")
  var paragraphSpacingBefore = 0.0

  @Option(name: .long, help: "Distance between tab stops in points; by default the platform's.")
  var tabInterval: Double?

  @Option(name: .long, help: "Where a full line is broken: between words, or at any character.")
  var wrapping = Wrapping.word

  @Option(
    name: .long,
    help: "Whether fullwidth punctuation is halved, as CSS has it, where lines break by chromium.")
  var textSpacingTrim = TextSpacingTrim.normal

  func validate() throws {
    try NumberRange.size.check("--line-height", lineHeight)
    guard (0...1000).contains(lineHeightMultiple) else {
      throw ValidationError("--line-height-multiple is a factor from 0, for none, to 1000")
    }
    for (option, value) in [
      ("--minimum-line-height", minimumLineHeight), ("--maximum-line-height", maximumLineHeight),
      ("--line-spacing", lineSpacing), ("--paragraph-spacing", paragraphSpacing),
      ("--paragraph-spacing-before", paragraphSpacingBefore),
    ] {
      try NumberRange.distance.check(option, value)
    }
    guard maximumLineHeight == 0 || minimumLineHeight <= maximumLineHeight else {
      throw ValidationError("--minimum-line-height is at most --maximum-line-height")
    }
    try NumberRange.size.check("--tab-interval", tabInterval)
  }

  /// The style of a text that these options and a character style determine.
  func textStyle(_ characters: CharacterStyle) -> TextStyle {
    var style = TextStyle()
    style.characters = characters
    style.lineHeight = lineHeight
    style.lineHeightMultiple = lineHeightMultiple
    style.minimumLineHeight = minimumLineHeight
    style.maximumLineHeight = maximumLineHeight
    style.lineSpacing = lineSpacing
    style.paragraphSpacing = paragraphSpacing
    style.paragraphSpacingBefore = paragraphSpacingBefore
    style.tabInterval = tabInterval ?? 0
    style.wrapping = wrapping
    style.textSpacingTrim = textSpacingTrim
    return style
  }
}

extension TruncationMode: ExpressibleByArgument {}

/// The options for fitting a text into its lines.
struct FittingOptions: ParsableArguments {
  @Option(name: .long, help: "Most lines drawn; 0 means no limit.")
  var lines = 0

  @Option(name: .long, help: "Where text beyond the line limit is cut.")
  var truncation = TruncationMode.tail

  @Option(name: .long, help: "Least factor by which the font shrinks before text is cut, 0 to 1.")
  var minimumScale = 1.0

  @Option(
    name: .long,
    help: "Share of the width by which letters move together before text is cut; UIKit's is 0.05.")
  var tightening = 0.0

  func validate() throws {
    guard lines >= 0 else { throw ValidationError("--lines is 0 for no limit, or a number") }
    try NumberRange.share.check("--minimum-scale", minimumScale)
    try NumberRange.share.check("--tightening", tightening)
  }

  var fitting: LineFitting {
    LineFitting(
      lines: lines, truncation: truncation, minimumScale: minimumScale, tightening: tightening)
  }
}

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

/// The options for the rules of a measurement, and for properties of the text.
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

extension NumberRange {
  /// Throws if a number is outside the range.
  func check(_ option: String, _ number: Double?) throws(ValidationError) {
    guard let number, !contains(number) else { return }
    throw ValidationError("\(option) is \(meaning)")
  }
}
