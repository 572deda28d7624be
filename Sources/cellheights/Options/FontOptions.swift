import ArgumentParser
import TextMeasurement

/// Which fonts text is measured with.
struct FontOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A font file that stands for 'system'; may be repeated. (default: Inter, a substitute)",
      discussion: "FILE#2 is the third face of a collection.", valueName: "file"))
  var systemFont: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A step of the fallback chain, in order; may be repeated. (default: the Noto families)",
      discussion: "One makes a chain of its own in place of the default.",
      valueName: "family-or-file"))
  var fallback: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file of a family that templates may name; may be repeated.", valueName: "name=file"))
  var fontFamily: [String] = []

  func validate() throws {
    for text in systemFont + fallback where text.isEmpty {
      throw ValidationError("--system-font and --fallback need a name that is not empty")
    }
    for text in fontFamily where Self.divide(text) == nil {
      throw ValidationError(
        "--font-family '\(text)' is not NAME=FILE, such as Brand=Brand-Bold.otf")
    }
  }

  /// The fonts as declared.
  var configuration: FontConfiguration {
    var families: [String: [String]] = [:]
    for (name, file) in fontFamily.compactMap(Self.divide) {
      families[name, default: []].append(file)
    }
    return FontConfiguration(
      system: systemFont, fallback: fallback.isEmpty ? FontConfiguration.defaultFallback : fallback,
      families: families)
  }

  /// The fonts, found and hashed.
  func library() throws(TextError) -> FontLibrary { try FontLibrary(configuration) }

  private static func divide(_ text: String) -> (name: String, file: String)? {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { return nil }
    let file = text[text.index(after: sign)...]
    return file.isEmpty ? nil : (String(text[..<sign]), String(file))
  }
}
