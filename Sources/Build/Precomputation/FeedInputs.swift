public import CellTemplates
public import FeedRecords
import LayoutPrimitives
public import TextMeasurement

/// The inputs that affect a feed's cells, except its records, as named hashes.
public struct FeedInputs: Hashable, Sendable {
  /// The names of the inputs and their descriptions for messages, in the order of `text`.
  private static let names = [
    ("engine", "the engine version"), ("templates", "a template"),
    ("rules", "the rules that choose templates"), ("fonts", "the fonts"),
    ("limits", "the limits of text"), ("frames", "whether frames and lines are stored"),
    ("formats", "the time zone, the clock or the language data of formats"),
    ("pictures", "the sizes of pictures"),
  ]

  /// One `name:hash` per input, in the order of `names`, separated by spaces.
  let text: String

  /// Hashes the inputs of a feed.
  ///
  /// - Parameters:
  ///   - templates: The feed's templates.
  ///   - rules: The rules that choose a template for a record.
  ///   - fonts: The resolved fonts.
  ///   - limits: The limits of text.
  ///   - keepsFrames: Whether frames are stored; otherwise heights alone.
  ///   - keepsLines: Whether the lines of labels are stored.
  ///   - formats: The time zone and the clock of formats.
  ///   - imageSizes: Sizes of pictures; `nil` for none.
  /// - Throws: `TextError.missingFont` if a font family of a template is missing.
  public init(
    templates: [CellTemplate], rules: [(rule: TemplateRule, plan: TemplatePlan)],
    fonts: FontLibrary, limits: TextLimits, keepsFrames: Bool, keepsLines: Bool,
    formats: FormatSettings, imageSizes: ImageSizes?
  ) throws(TextError) {
    let values: [[String]] = [
      [EngineVersion.current],
      templates.map(\.hash.description),
      rules.map { "\($0.rule.condition) \($0.plan.template.hash)" },
      try Self.files(of: fonts, templates),
      ["\(limits.textUnits) \(limits.shapedUnits) \(limits.stackedUnits)"],
      [(keepsFrames ? "all" : "none") + (keepsLines ? " lines" : "")],
      templates.map { $0.formatFingerprint(formats) ?? "" },
      [imageSizes?.fingerprint.description ?? ""],
    ]
    text = zip(Self.names, values).map { Self.entry($0.0, $1) }.joined(separator: " ")
  }

  /// The hashes of the font files that measure text of the templates.
  private static func files(
    of fonts: FontLibrary, _ templates: [CellTemplate]
  ) throws(TextError) -> [String] {
    var files = [fonts.fingerprint]
    for template in templates { files += try fonts.fingerprints(of: template) }
    return files
  }

  private static func entry(_ name: String, _ values: [String]) -> String {
    "\(name):\(ContentHash(of: values.joined(separator: "\u{0}")))"
  }

  /// Hashes the inputs of a feed of a build.
  init(of configuration: BuildConfiguration, _ selector: TemplateSelector) throws(TextError) {
    try self.init(
      templates: selector.templates, rules: configuration.rules, fonts: configuration.fonts,
      limits: configuration.textLimits, keepsFrames: configuration.keepsFrames,
      keepsLines: configuration.keepsLines, formats: configuration.formats,
      imageSizes: configuration.imageSizes)
  }

  /// Describes the inputs that differ from the stored text `FeedEntry.inputs`; empty if none
  /// differs.
  public func differences(from stored: String) -> [String] {
    if stored == text { return [] }
    let previous = Set(stored.split(separator: " "))
    let changed = zip(Self.names, text.split(separator: " ")).filter { !previous.contains($0.1) }
    return changed.isEmpty ? ["what it was built with"] : changed.map(\.0.1)
  }

  /// Whether the stored feed was built with these fonts.
  ///
  /// - Parameters:
  ///   - fonts: The resolved fonts.
  ///   - templates: The templates of the feed.
  ///   - stored: The text `FeedEntry.inputs` of the feed.
  /// - Throws: `TextError.missingFont` if a font family of a template is missing.
  public static func hasFonts(
    _ fonts: FontLibrary, for templates: [CellTemplate], in stored: String
  ) throws(TextError) -> Bool {
    stored.split(separator: " ").contains(entry("fonts", try files(of: fonts, templates))[...])
  }
}
