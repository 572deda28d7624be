public import CellTemplates
public import FeedRecords
import LayoutPrimitives
public import TextMeasurement

/// The inputs of a feed's cells besides its records, as named hashes.
public struct FeedInputs: Hashable, Sendable {
  /// The names and what they mean to people, in their order.
  private static let names = [
    ("engine", "the engine version"), ("templates", "a template"),
    ("rules", "the rules that choose templates"), ("fonts", "the fonts"),
    ("limits", "the limits of text"), ("frames", "whether frames are stored"),
    ("formats", "the time zone, the clock or the language data of formats"),
    ("pictures", "the sizes of pictures"),
  ]

  /// `name:hash` in the order of the names, separated by spaces.
  let text: String

  /// Hashes the inputs of a feed.
  ///
  /// - Parameters:
  ///   - templates: The feed's templates.
  ///   - rules: The rules that choose among them.
  ///   - fonts: The resolved fonts.
  ///   - limits: The limits of text.
  ///   - keepsFrames: Whether frames are stored; otherwise heights alone.
  ///   - formats: Time zone and clock of formats.
  ///   - imageSizes: Sizes of pictures; `nil` for none.
  /// - Throws: `TextError.missingFont` for a missing family of a template.
  public init(
    templates: [CellTemplate], rules: [(rule: TemplateRule, plan: TemplatePlan)],
    fonts: FontLibrary, limits: TextLimits, keepsFrames: Bool, formats: FormatSettings,
    imageSizes: ImageSizes?
  ) throws(TextError) {
    let values: [[String]] = [
      [EngineVersion.current],
      templates.map(\.hash.description),
      rules.map { "\($0.rule.condition) \($0.plan.template.hash)" },
      try Self.files(of: fonts, templates),
      ["\(limits.textUnits) \(limits.shapedUnits) \(limits.stackedUnits)"],
      [keepsFrames ? "all" : "none"],
      templates.map { $0.formatFingerprint(formats) ?? "" },
      [imageSizes?.fingerprint.description ?? ""],
    ]
    text = zip(Self.names, values).map { Self.entry($0.0, $1) }.joined(separator: " ")
  }

  /// Hashes of the fonts that templates measure text with.
  private static func files(
    of fonts: FontLibrary, _ templates: [CellTemplate]
  ) throws(TextError) -> [String] {
    var files = [fonts.fingerprint]
    for family in templates.flatMap(\.fontFamilies) {
      files.append(try fonts.fingerprint(ofFamily: family))
    }
    return files
  }

  private static func entry(_ name: String, _ values: [String]) -> String {
    "\(name):\(ContentHash(of: values.joined(separator: "\u{0}")))"
  }

  /// The inputs of a build's feed.
  init(of configuration: BuildConfiguration, _ selector: TemplateSelector) throws(TextError) {
    try self.init(
      templates: selector.templates, rules: configuration.rules, fonts: configuration.fonts,
      limits: configuration.textLimits, keepsFrames: configuration.keepsFrames,
      formats: configuration.formats, imageSizes: configuration.imageSizes)
  }

  /// The differences from `FeedEntry.inputs`, as text; empty for none.
  public func differences(from stored: String) -> [String] {
    if stored == text { return [] }
    let known = Set(stored.split(separator: " "))
    let changed = zip(Self.names, text.split(separator: " ")).filter { !known.contains($0.1) }
    return changed.isEmpty ? ["what it was built with"] : changed.map(\.0.1)
  }

  /// Whether `FeedEntry.inputs` has the same fonts.
  ///
  /// - Parameters:
  ///   - fonts: The resolved fonts.
  ///   - templates: The feed's templates.
  ///   - stored: The inputs of the feed's build.
  /// - Throws: `TextError.missingFont` for a missing family of a template.
  public static func hasFonts(
    _ fonts: FontLibrary, for templates: [CellTemplate], in stored: String
  ) throws(TextError) -> Bool {
    stored.split(separator: " ").contains(entry("fonts", try files(of: fonts, templates))[...])
  }
}
