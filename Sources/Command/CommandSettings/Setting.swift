import TextMeasurement

/// A setting: its flag, variable and key, and its default.
///
/// A flag overrides the environment variable. The variable overrides the configuration file. The
/// file overrides the value with which the stored feed was built. That value overrides the default.
package struct Setting: Hashable, Sendable {
  /// The separator between the values in an environment variable.
  package enum Divider: Hashable, Sendable {
    case whiteSpace
    case colon
  }

  /// The key in the configuration file, such as `store.path`; `nil` if the file cannot contain it.
  package let key: String?
  /// The name of the environment variable; `nil` for none.
  package let variable: String?
  /// The separator between values in the variable; `nil` for a setting with one value.
  package let divider: Divider?
  /// The flag with its dashes.
  package let flag: String
  /// The default values as text; empty if there is no default, or if the default is computed.
  package let standard: [String]
  /// The counted unit and the allowed range; `nil` if the setting is not a number.
  package let number: CountedNumber?

  /// A number with a unit and a range.
  package struct CountedNumber: Hashable, Sendable {
    /// The counted unit, such as `workers`.
    package let noun: String
    package let range: ClosedRange<Int>
  }

  private init(
    key: String? = nil, variable: String? = nil, dividedBy divider: Divider? = nil, flag: String,
    standard: [String] = [], number: CountedNumber? = nil
  ) {
    self.key = key
    self.variable = variable
    self.divider = divider
    self.flag = flag
    self.standard = standard
    self.number = number
  }

  /// The reason why a number is out of range; `nil` if it is allowed, or if there is no number.
  package func refusal(of given: Int?) -> String? {
    guard let given, let number, !number.range.contains(given) else { return nil }
    return "\(flag) is a number of \(number.noun) from \(number.range.lowerBound) to "
      + "\(number.range.upperBound)"
  }
}

// The settings.
extension Setting {
  /// The path of the configuration file.
  package static let config = Setting(variable: "CELLHEIGHTS_CONFIG", flag: "--config")
  /// The name or path of a template.
  package static let template = Setting(
    variable: "CELLHEIGHTS_TEMPLATE", flag: "--template", standard: ["post"])
  package static let mapping = Setting(variable: "CELLHEIGHTS_MAPPING", flag: "--mapping")
  package static let inputFormat = Setting(
    variable: "CELLHEIGHTS_INPUT_FORMAT", flag: "--input-format")
  package static let environments = Setting(
    key: "environments", variable: "CELLHEIGHTS_ENVIRONMENT", dividedBy: .whiteSpace,
    flag: "--environment", standard: ["390"])
  package static let timeZone = Setting(
    key: "time_zone", variable: "CELLHEIGHTS_TIME_ZONE", flag: "--time-zone", standard: ["UTC"])
  package static let clock = Setting(
    key: "clock", variable: "CELLHEIGHTS_CLOCK", flag: "--clock")
  package static let systemFonts = Setting(
    key: "fonts.system", variable: "CELLHEIGHTS_SYSTEM_FONT", dividedBy: .colon,
    flag: "--system-font")
  package static let fallback = Setting(
    key: "fonts.fallback", variable: "CELLHEIGHTS_FALLBACK", dividedBy: .colon, flag: "--fallback",
    standard: FontConfiguration.defaultFallback)
  package static let families = Setting(key: "fonts.families", flag: "--font-family")
  /// Where families are looked up.
  package static let fonts = Setting(key: "fonts.from", flag: "--fonts")
  package static let imageSizes = Setting(
    key: "image_sizes", variable: "CELLHEIGHTS_IMAGE_SIZES", dividedBy: .colon,
    flag: "--image-sizes")
  /// The path of the store.
  package static let store = Setting(
    key: "store.path", variable: "CELLHEIGHTS_STORE", flag: "--store",
    standard: ["Cache/heights.sqlite"])
  /// Whether the frames of cells are stored with the heights.
  package static let frames = Setting(
    key: "store.frames", flag: "--frames", standard: [FramesChoice.all.rawValue])
  /// Whether the lines of labels are stored with the frames.
  package static let lines = Setting(key: "store.lines", flag: "--lines", standard: ["false"])
  /// The number of generations to keep, both in a store and in a folder of published files.
  package static let keep = Setting(
    key: "store.keep", flag: "--keep", standard: ["3"],
    number: CountedNumber(noun: "generations", range: 1...1000))
  /// The number of workers of a build.
  package static let jobs = Setting(
    variable: "CELLHEIGHTS_JOBS", flag: "--jobs",
    number: CountedNumber(noun: "workers", range: 1...256))

  /// All settings that have a flag, in the order of `config dump`.
  package static let all = [
    environments, timeZone, clock, fonts, systemFonts, fallback, families, imageSizes, store,
    frames,
    lines, keep, template, mapping, inputFormat, jobs, config,
  ]
}
