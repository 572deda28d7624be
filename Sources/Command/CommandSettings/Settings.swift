import CellTemplates
package import FeedRecords
import Foundation
package import HeightStore
import LayoutPrimitives
package import TextMeasurement

/// The effective settings of a run; `Setting` documents their precedence.
package struct Settings {
  /// The configuration file; `nil` for none.
  package let file: ConfigurationFile?
  package let variables: ConfigurationVariables
  /// The values of the flags of the command; empty flags are not set.
  package let flags: SettingFlags
  /// The arguments with which the stored feed was built; empty if no feed is selected.
  private var stored: [FeedArgument] = []

  package init(
    file: ConfigurationFile?, variables: ConfigurationVariables,
    flags: SettingFlags = SettingFlags()
  ) {
    (self.file, self.variables, self.flags) = (file, variables, flags)
  }

  /// These settings, combined with the arguments of a stored feed.
  ///
  /// - Parameter arguments: The arguments with which the feed was built.
  package func remembering(_ arguments: [FeedArgument]) -> Settings {
    var settings = self
    settings.stored = arguments
    return settings
  }

  private func stored(_ name: FeedArgument.Name?) -> Resolved<[String]>? {
    let values = stored.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : Resolved(values, .store)
  }

  /// The effective text of a setting; `nil` if it is not set and has no default.
  ///
  /// - Parameters:
  ///   - flag: The value of the flag; nil if it is not set.
  ///   - file: The value in the configuration file; nil if it is not set.
  ///   - name: The name of the stored argument; `nil` if a feed does not store this setting.
  func text(
    _ setting: Setting, _ flag: String?, _ file: Resolved<String>? = nil,
    stored name: FeedArgument.Name? = nil
  ) -> Resolved<String>? {
    flag.map { Resolved($0, .flag(setting.flag)) } ?? variables.text(setting) ?? file
      ?? stored(name)?.value.first.map { Resolved($0, .store) }
      ?? setting.standard.first.map { Resolved($0, .standard) }
  }

  /// The texts of a setting with several values, with the precedence of `text`.
  private func texts(
    _ setting: Setting, _ flags: [String], _ file: Resolved<[String]>?,
    stored name: FeedArgument.Name? = nil
  ) -> Resolved<[String]> {
    if !flags.isEmpty { return Resolved(flags, .flag(setting.flag)) }
    return variables.texts(setting) ?? file ?? stored(name) ?? Resolved(setting.standard, .standard)
  }

  /// The path of the store.
  package func store(_ flag: String?) -> Resolved<String> {
    text(.store, flag, file?.store) ?? Resolved("", .standard)
  }

  /// Whether the frames of cells are stored with the heights.
  package func frames(_ flag: FramesChoice?) -> Resolved<FramesChoice> {
    flag.map { Resolved($0, .flag(Setting.frames.flag)) } ?? file?.frames
      ?? Resolved(.all, .standard)
  }

  /// Whether the lines of labels are stored with the frames.
  ///
  /// - Throws: `Failure.usage` if lines are to be stored without frames.
  package func lines(
    _ flag: Bool?, with frames: Resolved<FramesChoice>
  ) throws(Failure) -> Resolved<Bool> {
    let lines =
      flag.map { Resolved($0, .flag(Setting.lines.flag)) } ?? file?.lines
      ?? Resolved(false, .standard)
    guard !lines.value || frames.value == .all else {
      throw Failure(
        .usage,
        "lines (\(lines.origin)) are stored only with frames, and frames are none "
          + "(\(frames.origin)); leave out one of the two")
    }
    return lines
  }

  /// The number of generations that a store keeps, which includes the published one.
  package func keep(_ flag: Int?) -> Resolved<Int> {
    flag.map { Resolved($0, .flag(Setting.keep.flag)) } ?? file?.keep
      ?? Resolved(Self.standardKeep, .standard)
  }

  /// The default number of generations to keep.
  package static var standardKeep: Int { Setting.keep.standard.first.flatMap { Int($0) } ?? 1 }

  /// The name or path of the template of a feed.
  package func template(_ flag: String?, feed: ConfiguredFeed? = nil) -> Resolved<String> {
    text(.template, flag, feed?.template, stored: .template) ?? Resolved("", .standard)
  }

  /// The name or path of a mapping; `nil` to detect it.
  package func mappingName(_ flag: String?, feed: ConfiguredFeed? = nil) -> Resolved<String>? {
    text(.mapping, flag, feed?.mapping)
  }

  /// The input format; `nil` to detect it.
  ///
  /// - Throws: `Failure.usage` for an unknown name in the variable.
  package func inputFormat(
    _ flag: FeedFormat?, feed: ConfiguredFeed? = nil
  ) throws(Failure) -> Resolved<FeedFormat>? {
    if let flag { return Resolved(flag, .flag(Setting.inputFormat.flag)) }
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

  /// The effective environments and sets of environments, as they are written.
  package func environments(_ flags: [String]) -> Resolved<[String]> {
    texts(.environments, flags, file?.environments)
  }

  /// The number of workers, 1 to 256; by default one for each processor.
  ///
  /// - Throws: `Failure.usage` if the variable is not such a number.
  package func jobs(_ flag: Int?) throws(Failure) -> Resolved<Int> {
    if let flag { return Resolved(flag, .flag(Setting.jobs.flag)) }
    guard let text = variables.text(.jobs) else {
      return Resolved(ProcessInfo.processInfo.activeProcessorCount, .standard)
    }
    guard let number = Int(text.value), Setting.jobs.refusal(of: number) == nil else {
      throw Failure(
        .usage, "\(text.origin): '\(text.value)' is no number of workers from 1 to 256")
    }
    return Resolved(number, text.origin)
  }

  /// The font files for the family `system`.
  package func systemFonts(_ flags: [String]) -> Resolved<[String]> {
    texts(.systemFonts, flags, file?.systemFonts, stored: .systemFont)
  }

  /// Where families are looked up; by default the fonts of the program, if it has any.
  package func fonts(_ flag: FontsChoice?) -> Resolved<FontsChoice> {
    if let flag { return Resolved(flag, .flag(Setting.fonts.flag)) }
    if let file = file?.fonts { return file }
    if let stored = stored(.fonts)?.value.first.flatMap(FontsChoice.init) {
      return Resolved(stored, .store)
    }
    return Resolved(BundledFonts().isInstalled ? .bundled : .system, .standard)
  }

  /// The fallback chain, whose elements are families and files.
  package func fallback(_ flags: [String]) -> Resolved<[String]> {
    texts(.fallback, flags, file?.fallback, stored: .fallback)
  }

  /// The font files by family.
  ///
  /// The files of a family come from flags, or else from the configuration, or else from the stored
  /// feed.
  package func families(
    _ flags: [(name: String, file: String)]
  ) -> [(name: String, files: Resolved<[String]>)] {
    var families: [(name: String, files: Resolved<[String]>)] = []
    for (name, path) in flags {
      if let index = families.firstIndex(where: { $0.name == name }) {
        families[index].files.value.append(path)
      } else {
        families.append((name, Resolved([path], .flag(Setting.families.flag))))
      }
    }
    for family in file?.families ?? []
    where !families.contains(where: { $0.name.lowercased() == family.name.lowercased() }) {
      families.append(family)
    }
    let named = families.map { $0.name.lowercased() }
    for argument in stored(.fontFamily)?.value ?? [] {
      guard let (name, path) = Self.fontFamily(argument), !named.contains(name.lowercased())
      else { continue }
      if let index = families.firstIndex(where: { $0.name == name }) {
        families[index].files.value.append(path)
      } else {
        families.append((name, Resolved([path], .store)))
      }
    }
    return families
  }

  /// Parses `NAME=FILE`; `nil` for another text.
  package static func fontFamily(_ text: String) -> (name: String, file: String)? {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else { return nil }
    let file = text[text.index(after: sign)...]
    return file.isEmpty ? nil : (String(text[..<sign]), String(file))
  }

  /// The paths of files with sizes of pictures.
  package func imageSizes(_ flags: [String]) -> Resolved<[String]> {
    texts(.imageSizes, flags, file?.imageSizes)
  }

  /// The effective limits.
  package var limits: Limits {
    var limits = Limits()
    for limit in ConfiguredLimit.all {
      guard let number = file?.limits.first(where: { $0.key == limit.key })?.value.value else {
        continue
      }
      limits[keyPath: limit.path] = number
    }
    return limits
  }

  /// The limits for reading feeds.
  package var feedLimits: FeedLimits { limits.feed }
  /// The limits for measuring text.
  package var textLimits: TextLimits { limits.text }
}

extension Settings {
  /// Reads the configuration file in a flag or variable, or else the nearest one.
  package init(
    config: String?, flags: SettingFlags = SettingFlags()
  ) throws(ConfigurationError) {
    let variables = ConfigurationVariables(ProcessInfo.processInfo.environment)
    let file = try ConfigurationDiscovery.configuration(
      named: config ?? variables.text(.config)?.value,
      upwardFrom: FileManager.default.currentDirectoryPath)
    self.init(file: file, variables: variables, flags: flags)
  }
}

/// The values of the flags that set settings, for one command; `nil` and empty values are not set.
package struct SettingFlags {
  package var store: String?
  package var template: String?
  package var mapping: String?
  package var inputFormat: FeedFormat?
  package var environments: [String] = []
  package var timeZone: String?
  package var clock: String?
  package var fonts: FontsChoice?
  package var systemFonts: [String] = []
  package var fallback: [String] = []
  package var families: [(name: String, file: String)] = []
  package var imageSizes: [String] = []

  /// Creates a value in which no flag is set.
  package init() {}
}

/// The environment variables that set what flags set; a flag takes precedence over its variable.
package struct ConfigurationVariables {
  private let values: [String: String]

  /// Takes the variables from the environment of a process.
  package init(_ values: [String: String]) { self.values = values }

  /// The text of a setting's variable; `nil` if it is missing or empty.
  package func text(_ setting: Setting) -> Resolved<String>? {
    guard let name = setting.variable, let value = values[name], !value.isEmpty else { return nil }
    return Resolved(value, .variable(name))
  }

  /// The values of a setting's variable, split at its divider; `nil` if it is missing or empty.
  package func texts(_ setting: Setting) -> Resolved<[String]>? {
    guard let value = text(setting) else { return nil }
    let parts = value.value.split { letter in
      switch setting.divider {
      case .whiteSpace: letter.isWhitespace
      case .colon: letter == ":"
      case nil: false
      }
    }
    return parts.isEmpty ? nil : Resolved(parts.map(String.init), value.origin)
  }
}

/// The value of a setting with its origin.
package struct Resolved<Value> {
  package var value: Value
  package var origin: Origin

  package init(_ value: Value, _ origin: Origin) {
    self.value = value
    self.origin = origin
  }
}

/// The origin of a value.
package enum Origin: Hashable, CustomStringConvertible {
  /// A flag of the command line, with its dashes.
  case flag(String)
  /// An environment variable, by its name.
  case variable(String)
  /// A line of the configuration file.
  case file(path: String, line: Int)
  /// The arguments with which the stored feed was built.
  case store
  /// The default.
  case standard

  /// The origin as text, as in `config dump`.
  package var description: String {
    switch self {
    case .flag(let name): "flag \(name)"
    case .variable(let name): "environment \(name)"
    case .file(let path, let line): "\(path):\(line)"
    case .store: "the store"
    case .standard: "default"
    }
  }
}
