import ArgumentParser
import CellTemplates
import HeightStore
import TextMeasurement

/// Whether text is measured in two ways.
struct VerifyShapingOption: ParsableArguments {
  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Measure each run of text word by word and as a whole with HarfBuzz, and count differences.",
      discussion: "A difference ends with exit code 70."))
  var verifyShaping = false

  var method: ShapingMethod { verifyShaping ? .verified : .words }

  /// Says how many runs were compared.
  ///
  /// - Throws: `Failure` if some differ.
  func report(_ statistics: TextStatistics) throws {
    guard verifyShaping else { return }
    let runs = counted(statistics.verifiedRuns, "run")
    guard statistics.shapingDifferences == 0 else {
      throw Failure(
        .internalError,
        "\(grouped(statistics.shapingDifferences)) of \(runs) of text differ from HarfBuzz; "
          + "please report the font and the text")
    }
    StandardError.write("verified \(runs) of text: none differs from HarfBuzz")
  }
}

/// The fonts of a measurement.
struct FontOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A font file that stands for 'system'; may be repeated. (default: Inter, a substitute)",
      discussion: "FILE#2 is the third face of a collection.", valueName: "file"), completion: .font
  )
  var systemFont: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A step of the fallback chain, in order; may be repeated. (default: the Noto families)",
      discussion: "One makes a chain of its own in place of the default.",
      valueName: "family-or-file"), completion: .font)
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

  /// The declared fonts.
  func configuration(_ settings: Settings) -> FontConfiguration {
    var families: [String: [String]] = [:]
    for family in settings.families(declaredFamilies) {
      families[family.name, default: []] += family.files.value
    }
    return FontConfiguration(
      system: settings.systemFonts(systemFont).value,
      fallback: settings.fallback(fallback).value, families: families)
  }

  /// The fonts that are not the defaults, for later commands of a feed.
  func arguments(_ settings: Settings) -> [FeedArgument] {
    var arguments: [FeedArgument] = []
    for (name, fonts) in [
      (FeedArgument.Name.systemFont, settings.systemFonts(systemFont)),
      (.fallback, settings.fallback(fallback)),
    ] where fonts.origin != .standard {
      arguments += fonts.value.map { FeedArgument(name, $0) }
    }
    for family in settings.families(declaredFamilies) {
      arguments += family.files.value.map { FeedArgument(.fontFamily, "\(family.name)=\($0)") }
    }
    return arguments
  }

  /// The resolved fonts.
  func library(_ settings: Settings) throws(TextError) -> FontLibrary {
    try FontLibrary(configuration(settings))
  }

  /// The resolved fonts, checked against the families of templates.
  func library(
    _ settings: Settings, for templates: [CellTemplate]
  ) throws(TextError) -> FontLibrary {
    let library = try library(settings)
    for template in templates { try library.check(template) }
    return library
  }

  var declaredFamilies: [(name: String, file: String)] { fontFamily.compactMap(Self.divide) }

  /// The parts of `NAME=FILE`; `nil` for another text.
  static func divide(_ text: String) -> (name: String, file: String)? {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { return nil }
    let file = text[text.index(after: sign)...]
    return file.isEmpty ? nil : (String(text[..<sign]), String(file))
  }
}

extension FontLibrary {
  /// Checks that every font family of a template exists.
  func check(_ template: CellTemplate) throws(TextError) {
    for family in template.fontFamilies { _ = try fingerprint(ofFamily: family) }
  }
}
