public import ArgumentParser
public import LayoutPrimitives
public import TextMeasurement

extension SizeCategory: ExpressibleByArgument {}
extension Tracking: ExpressibleByArgument {}

/// The style of characters.
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
      guard let found = FontWeight.number(named: weight) else {
        throw Failure(
          .usage,
          "--weight '\(weight)' is neither 1 to 1000 nor a weight's name"
            + NearestName(FontWeight.names).suggestion(for: weight))
      }
      number = found
    }
    var characters = CharacterStyle(
      family: font, weight: number, italic: italic, size: size ?? dynamic?.size ?? 17)
    characters.width = fontWidth
    characters.letterSpacing = letterSpacing
    characters.tracking = tracking
    return characters
  }
}
