public import ArgumentParser
public import TextMeasurement

extension Wrapping: ExpressibleByArgument {}
extension TextSpacingTrim: ExpressibleByArgument {}

/// Heights of lines, and distances between lines and paragraphs.
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

  /// The style of a text.
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
