import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives
import TextMeasurement

/// The effective settings of a run.
///
/// Flags override environment variables, variables override the configuration file, and the file
/// overrides what a stored feed was built with, which overrides the defaults.
struct Settings {
  /// The default store.
  static let standardStore = "Cache/heights.sqlite"
  /// The generations that a store may keep, the published one included.
  static let keepRange = 1...1000
  /// The default of the generations that stay, in a store and in a folder of published files.
  static let standardKeep = 3
  /// The default template.
  static let standardTemplate = "post"

  /// The configuration file, if any.
  let file: ConfigurationFile?
  let variables: ConfigurationVariables
  /// What the stored feed of a command was built with.
  private var stored: [FeedArgument] = []

  init(file: ConfigurationFile?, variables: ConfigurationVariables) {
    (self.file, self.variables) = (file, variables)
  }

  /// The settings of a command for a stored feed.
  ///
  /// - Parameter arguments: What the feed was built with.
  func remembering(_ arguments: [FeedArgument]) -> Settings {
    var settings = self
    settings.stored = arguments
    return settings
  }

  private func stored(_ name: FeedArgument.Name) -> Resolved<[String]>? {
    let values = stored.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : Resolved(values, .store)
  }

  /// The store's path.
  func store(_ flag: String?) -> Resolved<String> {
    flag.map { Resolved($0, .flag("--store")) } ?? variables.text(.store) ?? file?.store
      ?? Resolved(Self.standardStore, .standard)
  }

  /// What is stored of a cell.
  func frames(_ flag: FramesChoice?) -> Resolved<FramesChoice> {
    flag.map { Resolved($0, .flag("--frames")) } ?? file?.frames ?? Resolved(.all, .standard)
  }

  /// Number of generations that a store keeps, the published one included.
  func keep(_ flag: Int?) -> Resolved<Int> {
    flag.map { Resolved($0, .flag("--keep")) } ?? file?.keep
      ?? Resolved(Self.standardKeep, .standard)
  }

  /// The name or path of a feed's template.
  func template(_ flag: String?, feed: ConfiguredFeed? = nil) -> Resolved<String> {
    flag.map { Resolved($0, .flag("--template")) } ?? variables.text(.template) ?? feed?.template
      ?? stored(.template)?.value.first.map { Resolved($0, .store) }
      ?? Resolved(Self.standardTemplate, .standard)
  }

  /// The name or path of a mapping; `nil` to detect it.
  func mappingName(_ flag: String?, feed: ConfiguredFeed? = nil) -> Resolved<String>? {
    flag.map { Resolved($0, .flag("--mapping")) } ?? variables.text(.mapping) ?? feed?.mapping
  }

  /// The input format; `nil` to detect it.
  func inputFormat(
    _ flag: FeedFormat?, feed: ConfiguredFeed? = nil
  ) throws(Failure) -> Resolved<FeedFormat>? {
    if let flag { return Resolved(flag, .flag("--input-format")) }
    guard let text = variables.text(.inputFormat) else { return feed?.format }
    guard let format = FeedFormat(rawValue: text.value) else {
      let names = FeedFormat.allCases.map(\.rawValue)
      throw Failure(
        .usage,
        "\(text.origin): '\(text.value)' is no format; known are \(names.joined(separator: ", "))"
          + NearestName(names).suggestion(for: text.value))
    }
    return Resolved(format, text.origin)
  }

  /// Environments, as written.
  func environments(_ flags: [String]) -> Resolved<[String]> {
    if !flags.isEmpty { return Resolved(flags, .flag("--environment")) }
    return variables.texts(.environment) { $0.isWhitespace } ?? file?.environments
      ?? Resolved(["390"], .standard)
  }

  /// The number of workers.
  ///
  /// - Parameter standard: The default.
  func jobs(_ flag: Int?, standard: Int) throws(Failure) -> Resolved<Int> {
    if let flag { return Resolved(flag, .flag("--jobs")) }
    guard let text = variables.text(.jobs) else { return Resolved(standard, .standard) }
    guard let number = Int(text.value), (1...256).contains(number) else {
      throw Failure(
        .usage, "\(text.origin): '\(text.value)' is no number of workers from 1 to 256")
    }
    return Resolved(number, text.origin)
  }

  /// Font files that stand for `system`.
  func systemFonts(_ flags: [String]) -> Resolved<[String]> {
    if !flags.isEmpty { return Resolved(flags, .flag("--system-font")) }
    return variables.texts(.systemFont) { $0 == ":" } ?? file?.systemFonts ?? stored(.systemFont)
      ?? Resolved([], .standard)
  }

  /// The fallback chain.
  func fallback(_ flags: [String]) -> Resolved<[String]> {
    if !flags.isEmpty { return Resolved(flags, .flag("--fallback")) }
    return variables.texts(.fallback) { $0 == ":" } ?? file?.fallback ?? stored(.fallback)
      ?? Resolved(FontConfiguration.defaultFallback, .standard)
  }

  /// Font files by family, where a flag replaces the configured family of the same name.
  func families(
    _ flags: [(name: String, file: String)]
  ) -> [(name: String, files: Resolved<[String]>)] {
    var families: [(name: String, files: Resolved<[String]>)] = []
    for (name, path) in flags {
      if let known = families.firstIndex(where: { $0.name == name }) {
        families[known].files.value.append(path)
      } else {
        families.append((name, Resolved([path], .flag("--font-family"))))
      }
    }
    for family in file?.families ?? []
    where !families.contains(where: { $0.name.lowercased() == family.name.lowercased() }) {
      families.append(family)
    }
    let named = families.map { $0.name.lowercased() }
    for argument in stored(.fontFamily)?.value ?? [] {
      guard let (name, path) = FontOptions.divide(argument), !named.contains(name.lowercased())
      else { continue }
      if let known = families.firstIndex(where: { $0.name == name }) {
        families[known].files.value.append(path)
      } else {
        families.append((name, Resolved([path], .store)))
      }
    }
    return families
  }

  /// Files with sizes of pictures.
  func imageSizes(_ flags: [String]) -> Resolved<[String]> {
    if !flags.isEmpty { return Resolved(flags, .flag("--image-sizes")) }
    return variables.texts(.imageSizes) { $0 == ":" } ?? file?.imageSizes
      ?? Resolved([], .standard)
  }

  /// The effective limits.
  var limits: Limits {
    var limits = Limits()
    for limit in ConfiguredLimit.all {
      guard let number = file?.limits.first(where: { $0.key == limit.key })?.value.value else {
        continue
      }
      limits[keyPath: limit.path] = number
    }
    return limits
  }

  /// The limits of readers.
  var feedLimits: FeedLimits { limits.feed }
  /// The limits of text.
  var textLimits: TextLimits { limits.text }
}

/// The environment variables that replace flags.
struct ConfigurationVariables {
  /// The names of the variables.
  enum Name: String, CaseIterable {
    /// The configuration file.
    case config = "CELLHEIGHTS_CONFIG"
    case store = "CELLHEIGHTS_STORE"
    case template = "CELLHEIGHTS_TEMPLATE"
    case mapping = "CELLHEIGHTS_MAPPING"
    case inputFormat = "CELLHEIGHTS_INPUT_FORMAT"
    /// As `--environment`; separated by white space.
    case environment = "CELLHEIGHTS_ENVIRONMENT"
    case timeZone = "CELLHEIGHTS_TIME_ZONE"
    case clock = "CELLHEIGHTS_CLOCK"
    case jobs = "CELLHEIGHTS_JOBS"
    /// As `--system-font`; separated by colons.
    case systemFont = "CELLHEIGHTS_SYSTEM_FONT"
    /// As `--fallback`; separated by colons.
    case fallback = "CELLHEIGHTS_FALLBACK"
    /// As `--image-sizes`; separated by colons.
    case imageSizes = "CELLHEIGHTS_IMAGE_SIZES"
  }

  private let values: [String: String]

  /// Creates variables from a process environment.
  init(_ values: [String: String]) { self.values = values }

  /// A variable's value; `nil` when it is not set or empty.
  func text(_ name: Name) -> Resolved<String>? {
    guard let value = values[name.rawValue], !value.isEmpty else { return nil }
    return Resolved(value, .variable(name.rawValue))
  }

  /// The parts of a variable; `nil` when it has none.
  func texts(
    _ name: Name, dividedBy isDivider: (Character) -> Bool
  ) -> Resolved<[String]>? {
    guard let value = text(name) else { return nil }
    let parts = value.value.split(whereSeparator: isDivider).map(String.init)
    return parts.isEmpty ? nil : Resolved(parts, value.origin)
  }
}

/// A setting with its origin.
struct Resolved<Value> {
  var value: Value
  var origin: Origin

  init(_ value: Value, _ origin: Origin) {
    self.value = value
    self.origin = origin
  }
}

/// The origin of a setting: flags override variables, variables override the file.
enum Origin: Hashable, CustomStringConvertible {
  /// A flag of the command line, with its dashes.
  case flag(String)
  /// An environment variable.
  case variable(String)
  /// A line of the configuration file.
  case file(path: String, line: Int)
  /// The store: what a feed was built with.
  case store
  /// The default.
  case standard

  /// The text in `config dump`.
  var description: String {
    switch self {
    case .flag(let name): "flag \(name)"
    case .variable(let name): "environment \(name)"
    case .file(let path, let line): "\(path):\(line)"
    case .store: "the store"
    case .standard: "default"
    }
  }
}
