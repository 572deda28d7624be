import CellTemplates
import FeedRecords
import LayoutPrimitives
import TextMeasurement

/// What the cells of a feed depend on besides its records, as named hashes.
struct FeedInputs: Hashable, Sendable {
  /// The names and what they mean to people, in their order.
  private static let names = [
    ("engine", "the engine version"), ("templates", "a template"),
    ("rules", "the rules that choose templates"), ("fonts", "the fonts"),
    ("limits", "the limits of text"), ("frames", "whether frames are stored"),
    ("formats", "the time zone or the language data of formats"),
    ("pictures", "the sizes of pictures"),
  ]

  /// `name:hash` in the order of the names, separated by spaces.
  let text: String

  /// - Throws: `TextError.missingFont` for a missing family of a template.
  init(of configuration: BuildConfiguration, _ selector: TemplateSelector) throws(TextError) {
    let templates = selector.templates
    var fonts = [configuration.fonts.fingerprint]
    for family in templates.flatMap(\.fontFamilies) {
      fonts.append(try configuration.fonts.fingerprint(ofFamily: family))
    }
    let limits = configuration.textLimits
    let values: [[String]] = [
      [EngineVersion.current],
      templates.map(\.hash.description),
      configuration.rules.map { "\($0.rule.condition) \($0.plan.template.hash)" },
      fonts,
      ["\(limits.textUnits) \(limits.shapedUnits) \(limits.stackedUnits)"],
      [configuration.keepsFrames ? "all" : "none"],
      templates.map { $0.formatFingerprint(configuration.formats) ?? "" },
      [configuration.imageSizes?.fingerprint.description ?? ""],
    ]
    text = zip(Self.names, values).map { name, value in
      "\(name.0):\(ContentHash(of: value.joined(separator: "\u{0}")))"
    }.joined(separator: " ")
  }

  /// What differs from stored inputs, in words; empty for the same.
  func differences(from stored: String) -> [String] {
    if stored == text { return [] }
    let known = Set(stored.split(separator: " "))
    let changed = zip(Self.names, text.split(separator: " ")).filter { !known.contains($0.1) }
    return changed.isEmpty ? ["what it was built with"] : changed.map(\.0.1)
  }
}
