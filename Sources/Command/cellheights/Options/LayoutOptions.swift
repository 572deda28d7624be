import ArgumentParser
import CellTemplates
import CommandSettings
import FeedRecords
import HeightStore
import StructuredDocuments
import TextMeasurement

struct TemplateOption: ParsableArguments {
  @Option(
    name: .long,
    help:
      "A configured or built-in template's name, or the path of a template file. (default: post)",
    completion: .template)
  var template: String?

  /// Reads and analyzes the template of a feed.
  func plan(
    _ settings: Settings, feed: ConfiguredFeed? = nil
  ) throws(TemplateError) -> TemplatePlan {
    TemplatePlan(try settings.template(settings.template(template, feed: feed).value))
  }

  /// The template of a feed, for later commands, unless it is the default.
  func arguments(
    _ settings: Settings, feed: ConfiguredFeed?
  ) throws(TemplateError) -> [FeedArgument] {
    // A configured name is known to its configuration alone.
    let name = try settings.templateEntry(settings.template(template, feed: feed).value).name
    return [name] == Setting.template.standard ? [] : [FeedArgument(.template, name)]
  }

  /// The effective rules with their templates.
  func rules(
    _ settings: Settings, feed: ConfiguredFeed? = nil
  ) throws(TemplateError) -> [(rule: TemplateRule, plan: TemplatePlan)] {
    var result: [(rule: TemplateRule, plan: TemplatePlan)] = []
    var plans: [String: TemplatePlan] = [:]
    for rule in settings.rules(settings.template(template, feed: feed)) {
      let name = rule.use.value
      let plan: TemplatePlan
      if let known = plans[name] {
        plan = known
      } else {
        plan = TemplatePlan(try settings.template(name))
        plans[name] = plan
      }
      result.append((rule.rule, plan))
    }
    return result
  }

  /// The documents of a feed's template, for messages.
  func listings(
    of plan: TemplatePlan, _ settings: Settings, feed: ConfiguredFeed? = nil
  ) throws(TemplateError) -> SourceListings {
    let standard = settings.template(template, feed: feed)
    var entry = try settings.templateEntry(standard.value)
    for rule in settings.rules(standard)
    where try settings.template(rule.use.value).hash == plan.template.hash {
      entry = try settings.templateEntry(rule.use.value)
    }
    return SourceListings(main: SourceListing(file: entry.file, text: entry.text), settings)
  }

  /// The template and the rules of a feed.
  func choice(
    _ settings: Settings, feed: ConfiguredFeed? = nil
  ) throws(TemplateError) -> TemplateSelector {
    TemplateSelector(
      standard: try plan(settings, feed: feed), rules: try rules(settings, feed: feed))
  }
}

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
    for text in fontFamily where Settings.fontFamily(text) == nil {
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

  var declaredFamilies: [(name: String, file: String)] {
    fontFamily.compactMap(Settings.fontFamily)
  }
}

extension FontLibrary {
  /// Checks that every font family of a template exists.
  func check(_ template: CellTemplate) throws(TextError) {
    for family in template.fontFamilies { _ = try fingerprint(ofFamily: family) }
  }
}

/// `--time-zone` and `--clock`.
struct FormatOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Time zone of formatted dates, such as Europe/Berlin. (default: UTC)", valueName: "zone"))
  var timeZone: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The moment that relative times are told from, such as 2026-01-31T08:00:00Z.",
      discussion: "Needed by templates with {…, relative}.", valueName: "time"))
  var clock: String?

  /// The effective time zone and clock, checked against templates.
  func settings(
    for templates: [CellTemplate], _ settings: Settings
  ) throws(Failure) -> FormatSettings {
    let formats = try settings.formats(timeZone: timeZone, clock: clock)
    for template in templates {
      do throws(FormatSettings.Failure) {
        try formats.check(template)
      } catch {
        throw Failure(.usage, error.description)
      }
    }
    return formats
  }
}

/// `--image-sizes`.
struct ImageSizesOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Sizes of pictures whose records do not say them; may be repeated.",
      discussion: #"NDJSON: {"url":"https://…","width":640,"height":480}, in pixels."#,
      valueName: "file"), completion: .file(extensions: ["ndjson"]))
  var imageSizes: [String] = []

  /// The sizes of the flags, a variable or the configuration; `nil` without files.
  ///
  /// What was passed over is told on standard error.
  func sizes(_ settings: Settings) throws -> ImageSizes? {
    let paths = settings.imageSizes(imageSizes).value
    guard !paths.isEmpty else { return nil }
    var reader = ImageSizeReader(limits: settings.feedLimits)
    var lines = 0
    for path in paths {
      reader.begin(file: path)
      var input = try LineInput(path: path, limits: settings.feedLimits)
      while let line = try input.next(whenIdle: {}) {
        guard !line.isBlank else { continue }
        lines += 1
        if line.isTooLong {
          reader.addLongLine(number: line.number, limit: LineInput.lineLimit)
        } else {
          try reader.add(line: line.bytes, number: line.number)
        }
      }
    }
    let sizes = reader.finish()
    for warning in reader.warnings { StandardError.write("warning: \(warning)") }
    guard lines == 0 || reader.badLines < lines else {
      throw Failure(
        .badData,
        "\(paths.joined(separator: ", ")): none of the \(counted(lines, "line")) is a size of a "
          + "picture; write {\"url\":\"…\",\"width\":640,\"height\":480}")
    }
    return sizes
  }
}
