import ArgumentParser
import CellTemplates
import CommandSettings
import FeedRecords
import HeightStore
import StructuredDocuments
import TextMeasurement

struct TemplateOption: ParsableArguments, SettingFlagGroup {
  @Option(
    name: .long,
    help:
      "The name of a template, or the path of a template file. (default: post)",
    completion: .template)
  var template: String?

  func add(to flags: inout SettingFlags) { flags.template = template }
}

/// The option to measure text in two ways and compare the results.
struct VerifyShapingOption: ParsableArguments {
  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Measure each run of text word by word and as a whole with HarfBuzz, and count differences.",
      discussion: "A difference ends with exit code 70."))
  var verifyShaping = false

  var method: ShapingMethod { verifyShaping ? .verified : .words }

  /// Prints the number of compared runs; does nothing without the flag.
  ///
  /// - Throws: `Failure` if the results of a run differ.
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

extension FontsChoice: ExpressibleByArgument {}

/// The options for the fonts of a measurement.
struct FontOptions: ParsableArguments, SettingFlagGroup {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The fonts that families are looked up in: those installed with the program, or those of the "
        + "machine. (default: bundled, if there are any)"))
  var fonts: FontsChoice?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file or metrics pack of the font 'system'; may be repeated. (default: Inter, a substitute)",
      discussion: "FILE#2 is the third face of a collection.", valueName: "file"), completion: .font
  )
  var systemFont: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A step of the fallback chain, in order; may be repeated. (default: the Noto families)",
      discussion: "Replaces the default chain.",
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
    for text in fontFamily where Settings.fontFamily(text) == nil {
      throw ValidationError(
        "--font-family '\(text)' is not NAME=FILE, such as Brand=Brand-Bold.otf")
    }
  }

  func add(to flags: inout SettingFlags) {
    (flags.fonts, flags.systemFonts, flags.fallback) = (fonts, systemFont, fallback)
    flags.families = fontFamily.compactMap(Settings.fontFamily)
  }
}

/// The options `--time-zone` and `--clock`.
struct FormatOptions: ParsableArguments, SettingFlagGroup {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Time zone of formatted dates, such as Europe/Berlin. (default: UTC)", valueName: "zone"))
  var timeZone: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The current time for relative dates, such as 2026-01-31T08:00:00Z.",
      discussion: "Required by templates with {…, relative}.", valueName: "time"))
  var clock: String?

  func add(to flags: inout SettingFlags) { (flags.timeZone, flags.clock) = (timeZone, clock) }
}

/// The option `--image-sizes`.
struct ImageSizesOption: ParsableArguments, SettingFlagGroup {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Sizes of pictures whose records have none; may be repeated.",
      discussion: #"NDJSON: {"url":"https://…","width":640,"height":480}, in pixels."#,
      valueName: "file"), completion: .file(extensions: ["ndjson"]))
  var imageSizes: [String] = []

  func add(to flags: inout SettingFlags) { flags.imageSizes = imageSizes }
}
