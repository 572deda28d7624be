import Foundation
import CellTemplates
import FeedRecords
package import LayoutPrimitives
package import ScrollSimulation
package import StructuredDocuments

/// Parses and validates a configuration file.
package struct ConfigurationReader {
  /// The path of the file, for errors and for resolving relative paths.
  package let path: String

  /// The top-level keys, in the order of the manual.
  package static let keys = [
    "schema", "feeds", "mappings", "templates", "environments", "devices", "time_zone", "clock",
    "fonts", "image_sizes", "lists", "store", "limits", "nightly", "budgets",
  ]

  package func read(_ yaml: String) throws(ConfigurationError) -> ConfigurationFile {
    let (parsed, problems) = DocumentParser.parse(yaml, limits: .standard)
    if let problem = problems.first { throw ConfigurationError(problem, path: path) }
    guard let root = parsed else {
      throw ConfigurationError(
        .invalid, path: path, line: 1,
        "the file is empty; it begins with the line schema: \(ConfigurationFile.schema)")
    }
    var file = ConfigurationFile(path: path)
    // Devices are read first, because environments may name them.
    file.devices = try devices(root)
    do throws(DocumentProblem) {
      try read(root, into: &file)
    } catch {
      throw ConfigurationError(error, path: path)
    }
    return file
  }

  private func read(
    _ top: DocumentNode, into file: inout ConfigurationFile
  ) throws(DocumentProblem) {
    let entries = try top.entries(of: "a mapping of keys", known: Self.keys)
    guard let schema = entries.first(where: { $0.key == "schema" }) else {
      throw top.problem("the line schema: \(ConfigurationFile.schema) is missing")
    }
    guard schema.value.text == ConfigurationFile.schema else {
      throw schema.value.problem("the schema must be \(ConfigurationFile.schema)")
    }
    for entry in entries {
      let value = entry.value
      switch entry.key {
      case "feeds": file.feeds = try feeds(value)
      case "mappings": file.mappings = try mappings(value)
      case "templates": try templates(value, &file)
      case "time_zone":
        file.timeZone = try checked(value, "a time zone such as Europe/Berlin") {
          name throws(FormatSettings.Failure) in _ = try FormatSettings(timeZone: name)
        }
      case "clock":
        file.clock = try checked(value, "a moment such as 2026-01-31T08:00:00Z") {
          text throws(FormatSettings.Failure) in _ = try FormatSettings.clock(text)
        }
      case "environments":
        file.environments = Resolved(try environments(value, file), origin(value))
      case "fonts": try fonts(value, &file)
      case "image_sizes":
        let paths = try value.requiredTexts("the path of a file with sizes of pictures")
        file.imageSizes = Resolved(paths.map(file.resolved), origin(value))
      case "lists": file.lists = try lists(value)
      case "store": try store(value, &file)
      case "limits": file.limits = try limits(value)
      case "nightly": file.nightlyArguments = try nightlyArguments(value)
      case "budgets": file.budgets = try budgets(value)
      default: break
      }
    }
    try checkNames(file)
  }

  /// The location of a value in the file.
  package func origin(_ node: DocumentNode) -> Origin { .file(path: path, line: node.line) }

  /// Reads a name, or a path, which is resolved from the folder of the configuration file.
  ///
  /// - Parameters:
  ///   - what: The expected value, for messages.
  ///   - isPath: Decides whether the text is a path; by default it always is.
  package func nameOrPath(
    _ node: DocumentNode, _ what: String, if isPath: (String) -> Bool = { _ in true }
  ) throws(DocumentProblem) -> Resolved<String> {
    let text = try node.requiredText(what)
    return Resolved(
      isPath(text) ? ConfigurationFile(path: path).resolved(text) : text, origin(node))
  }

  /// Reads a time zone or a reference time that `check` accepts.
  private func checked(
    _ node: DocumentNode, _ what: String, _ check: (String) throws(FormatSettings.Failure) -> Void
  ) throws(DocumentProblem) -> Resolved<String> {
    let text = try node.requiredText(what)
    do throws(FormatSettings.Failure) {
      try check(text)
    } catch {
      throw node.problem(error.description)
    }
    return Resolved(text, origin(node))
  }

  private func environments(
    _ node: DocumentNode, _ file: ConfigurationFile
  ) throws(DocumentProblem) -> [String] {
    let what = "an environment such as 390"
    let texts = try node.requiredTexts(what)
    let languages = KnownLanguages()
    let settings = Settings(file: file, variables: ConfigurationVariables([:]))
    let elements = node.elements ?? [node]
    for (text, element) in zip(texts, elements) {
      do {
        for member in try settings.environmentSet(text) { try languages.check(member) }
      } catch {
        throw element.problem("\(error)")
      }
    }
    return texts
  }

  private func fonts(
    _ node: DocumentNode, _ file: inout ConfigurationFile
  ) throws(DocumentProblem) {
    for entry in try node.entries(
      of: "{from, system, fallback, serif, monospace, families}",
      known: ["from", "system", "fallback", "serif", "monospace", "families"])
    {
      let value = entry.value
      switch entry.key {
      case "from":
        let choice: FontsChoice = try value.word("place of fonts")
        file.fonts = Resolved(choice, origin(value))
      case "system":
        let paths = try value.requiredTexts("the path of a font file")
        file.systemFonts = Resolved(paths.map(file.resolved), origin(value))
      case "fallback":
        file.fallback = try familiesAndFiles(value, file)
      case "serif", "monospace":
        file.families.append((entry.key, try familiesAndFiles(value, file)))
      default:
        for family in try value.entries(of: "NAME: [FILE, …]") {
          if ["serif", "monospace"].contains(family.key.lowercased()) {
            throw family.value.problem(
              "the family is the key fonts.\(family.key.lowercased()), beside 'families'")
          }
          let paths = try family.value.requiredTexts("the path of a font file")
          file.families.append(
            (family.key, Resolved(paths.map(file.resolved), origin(family.value))))
        }
      }
    }
  }

  private func familiesAndFiles(
    _ node: DocumentNode, _ file: ConfigurationFile
  ) throws(DocumentProblem) -> Resolved<[String]> {
    let names = try node.requiredTexts("a family's name or the path of a font file")
    return Resolved(names.map { Self.isFontFile($0) ? file.resolved($0) : $0 }, origin(node))
  }

  /// Whether an element of the fallback chain is the path of a font file.
  private static func isFontFile(_ name: String) -> Bool {
    let ending = name.split(separator: "#").first.map { $0.lowercased() } ?? ""
    return name.contains("/") || [".ttf", ".otf", ".ttc", ".otc"].contains { ending.hasSuffix($0) }
  }

  private func store(
    _ node: DocumentNode, _ file: inout ConfigurationFile
  ) throws(DocumentProblem) {
    let entries = try node.entries(
      of: "{path: FILE, frames: all|none, lines: true|false, keep: NUMBER}",
      known: ["path", "frames", "lines", "keep"])
    for entry in entries {
      switch entry.key {
      case "path": file.store = try nameOrPath(entry.value, "the path of a file")
      case "frames":
        let choice: FramesChoice = try entry.value.word("choice of frames")
        file.frames = Resolved(choice, origin(entry.value))
      case "lines": file.lines = Resolved(try entry.value.truth(), origin(entry.value))
      default:
        file.keep = Resolved(
          try entry.value.integer(in: Setting.keep.number?.range ?? 1...1), origin(entry.value))
      }
    }
  }

  private func limits(
    _ node: DocumentNode
  ) throws(DocumentProblem) -> [(key: String, value: Resolved<Int>)] {
    var limits: [(key: String, value: Resolved<Int>)] = []
    for entry in try node.entries(of: "LIMIT: NUMBER", known: ConfiguredLimit.all.map(\.key)) {
      guard let limit = ConfiguredLimit.all.first(where: { $0.key == entry.key }) else { continue }
      let number = try entry.value.integer(in: limit.range)
      limits.append((entry.key, Resolved(number, origin(entry.value))))
    }
    return limits
  }
}

extension ConfigurationReader {
  /// Reads `devices`: a mapping of devices, or the path of a file that contains one.
  ///
  /// - Throws: `ConfigurationError` for an invalid device, or a file that cannot be read.
  package func devices(_ root: DocumentNode) throws(ConfigurationError) -> [Resolved<Device>] {
    guard case .mapping(let keys) = root.value,
      let node = keys.first(where: { $0.key == "devices" })?.value
    else { return [] }
    let file: Resolved<String>
    do throws(DocumentProblem) {
      if case .mapping = node.value { return try devices(of: node) }
      file = try nameOrPath(
        node, "{NAME: {width: 393, scale: 3}}, or the path of a file with that,")
    } catch {
      throw ConfigurationError(error, path: path)
    }
    guard FileManager.default.fileExists(atPath: file.value) else {
      throw ConfigurationError(
        .unreadable, path: path, line: node.line, "there is no file of devices at \(file.value)")
    }
    let text = try ConfigurationDiscovery.text(of: file.value)
    do throws(DocumentProblem) {
      let (root, problems) = DocumentParser.parse(text, limits: .standard)
      if let problem = problems.first { throw problem }
      guard let root else { return [] }
      return try ConfigurationReader(path: file.value).devices(of: root)
    } catch {
      throw ConfigurationError(error, path: file.value)
    }
  }

  /// Reads a mapping of devices.
  private func devices(of node: DocumentNode) throws(DocumentProblem) -> [Resolved<Device>] {
    var devices: [Resolved<Device>] = []
    for entry in try node.entries(of: "NAME: {width: 393, scale: 3, landscape: 852}") {
      var (width, scale): (Double?, Double) = (nil, 3)
      var variants: [Device.Variant] = []
      for part in try entry.value.entries(of: "{width: 393, scale: 3, landscape: 852}") {
        let text = try part.value.requiredText("a number")
        guard let number = Double(text) else {
          throw part.value.problem("a number is expected here, not '\(text)'")
        }
        switch part.key {
        case "width": width = number
        case "scale": scale = number
        default: variants.append(Device.Variant(name: part.key, width: number))
        }
      }
      guard let width else {
        throw entry.value.problem("device '\(entry.key)' has no width, such as width: 393")
      }
      do throws(EnvironmentError) {
        let device = try Device(name: entry.key, width: width, scale: scale, variants: variants)
        devices.append(Resolved(device, .file(path: path, line: entry.line)))
      } catch {
        throw DocumentProblem(
          .value, line: entry.line, found: "device '\(entry.key)': \(error)")
      }
    }
    return devices
  }
}

extension ConfigurationReader {
  /// Reads `nightly`: the arguments that `nightly` passes to `build`; `nil` if there are none.
  ///
  /// - Throws: `DocumentProblem` for an argument that an unattended build does not accept.
  package func nightlyArguments(
    _ node: DocumentNode
  ) throws(DocumentProblem) -> Resolved<[String]>? {
    let entries = try node.entries(of: "{build_arguments: [WORD, …]}", known: ["build_arguments"])
    guard let value = entries.first?.value else { return nil }
    let words = try value.requiredTexts("an argument of build such as --strict")
    for (word, element) in zip(words, value.elements ?? [value]) {
      if let reason = Self.refusal(of: word) { throw element.problem(reason) }
    }
    return Resolved(words, origin(value))
  }
}

extension ConfigurationReader {
  /// Maximum number of budgets in a file.
  package static let maximumBudgets = 1_000

  /// Reads `budgets`: a list of thresholds.
  ///
  /// - Throws: `DocumentProblem` for too many budgets, and for an invalid or repeated one.
  package func budgets(_ node: DocumentNode) throws(DocumentProblem) -> [Resolved<Threshold>] {
    let what = "a list of budgets such as hitch.time_ratio_ms_per_s<5 @120/flick-medium"
    let nodes = try node.elements(of: what)
    guard nodes.count <= Self.maximumBudgets else {
      throw node.problem("\(nodes.count) budgets are more than \(Self.maximumBudgets)")
    }
    var budgets: [Resolved<Threshold>] = []
    for element in nodes {
      let text = try element.requiredText("a budget such as frameOverrunMs.P99<0")
      let budget: Threshold
      do throws(SimulationError) {
        // Device names are not checked: only `simulate` reads the files that define further
        // devices.
        budget = try Threshold(parsing: text, strategies: ScrollStrategy.names)
      } catch {
        throw element.problem(error.description)
      }
      guard !budgets.contains(where: { $0.value == budget }) else {
        throw element.problem("the budget '\(text)' is written twice")
      }
      budgets.append(Resolved(budget, origin(element)))
    }
    return budgets
  }

  /// The reason why an unattended build does not accept an argument; `nil` if it accepts it.
  package static func refusal(of word: String) -> String? {
    switch word.prefix(while: { $0 != "=" }) {
    case "--store": "name the store before --, so that it can be locked and checked"
    case "--config": "name the configuration file before --"
    case "--format", "--plan", "--keep-going": "\(word) is no argument of an unattended build"
    default: nil
    }
  }
}
