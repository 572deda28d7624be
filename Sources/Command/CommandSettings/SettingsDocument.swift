import CellTemplates
import FeedRecords
import Foundation
import HeightStore
import LayoutPrimitives
import Precomputation
import ScrollSimulation
import StructuredDocuments

/// The effective configuration as YAML, with the origin of each value as a comment.
///
/// The text is a valid configuration file. Settings that a file cannot contain are comments.
package struct SettingsDocument {
  package private(set) var lines: [String] = []

  /// Writes the settings of a command.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - jobs: The number of workers in the flag; nil if it is not set.
  /// - Throws: `Failure.usage` for an invalid value in a variable.
  package init(_ settings: Settings, jobs: Int?) throws {
    let flags = settings.flags
    add("schema: \(ConfigurationFile.schema)", settings.file.map { "read from \($0.path)" })
    addFeeds(settings)
    addMappings(settings)
    addTemplates(settings)
    let environments = settings.environments(flags.environments)
    if environments.origin == .standard {
      add("# environments: 390, or those that a feed has in the store", environments.origin)
    } else {
      add("environments", environments)
    }
    addDevices(settings)
    add("time_zone", settings.timeZone(flags.timeZone))
    add("clock", settings.clock(flags.clock))
    lines.append("fonts:")
    let fonts = settings.fonts(flags.fonts)
    add("  from: \(fonts.value.rawValue)", fonts.origin)
    let system = settings.systemFonts(flags.systemFonts)
    // Without font files, Inter substitutes for the system font.
    if system.value.isEmpty {
      add("  # system: Inter, a substitute", system.origin)
    } else {
      add("  system", system)
    }
    add("  fallback", settings.fallback(flags.fallback))
    let all = settings.families(flags.families)
    func isGeneric(_ name: String) -> Bool { ["serif", "monospace"].contains(name.lowercased()) }
    for (name, fonts) in all where isGeneric(name) { add("  \(name.lowercased())", fonts) }
    let families = all.filter { !isGeneric($0.name) }
    if !families.isEmpty { lines.append("  families:") }
    for (name, files) in families { add("    \(DocumentWriter.text(name))", files) }
    let sizes = settings.imageSizes(flags.imageSizes)
    if !sizes.value.isEmpty { add("image_sizes", sizes) }
    addLists(settings)
    lines.append("store:")
    add("  path", settings.store(flags.store))
    let frames = settings.frames(nil)
    add("  frames: \(frames.value.rawValue)", frames.origin)
    let stored = try settings.lines(nil, with: frames)
    add("  lines: \(stored.value)", stored.origin)
    let keep = settings.keep(nil)
    add("  keep: \(keep.value)", keep.origin)
    addLimits(settings)
    if let arguments = settings.file?.nightlyArguments {
      lines.append("nightly:")
      add("  build_arguments", arguments)
    }
    addBudgets(settings)
    try addComments(settings, jobs: jobs)
  }

  private mutating func addFeeds(_ settings: Settings) {
    guard let feeds = settings.file?.feeds, !feeds.isEmpty else { return }
    lines.append("feeds:")
    let file = settings.file
    for feed in feeds {
      add("  \(DocumentWriter.text(feed.name)):", feed.origin)
      let files = feed.files.value.map { file?.resolved($0) ?? $0 }
      add("    files: \(DocumentWriter.list(files))", feed.files.origin)
      add("    mapping", feed.mapping)
      add("    template", feed.template)
      if let bound = feed.maximumRemoved {
        add("    max_removed: \(bound.value.written)", bound.origin)
      }
      if let format = feed.format {
        add("    input_format: \(format.value.rawValue)", format.origin)
      }
    }
  }

  private mutating func addDevices(_ settings: Settings) {
    guard let devices = settings.file?.devices, !devices.isEmpty else { return }
    lines.append("devices:")
    for device in devices {
      let numbers =
        [("width", device.value.width), ("scale", device.value.scale)]
        + device.value.variants.map { (DocumentWriter.text($0.name), $0.width) }
      let members = numbers.map { "\($0): \($1.plainDecimal)" }.joined(separator: ", ")
      add("  \(DocumentWriter.text(device.value.name)): {\(members)}", device.origin)
    }
  }

  private mutating func addTemplates(_ settings: Settings) {
    let templates = settings.file?.templates ?? []
    let rules = settings.file?.rules ?? []
    let root = settings.file?.templateRoot
    guard !templates.isEmpty || !rules.isEmpty || root != nil else { return }
    lines.append("templates:")
    add("  root", root)
    for (name, path) in templates { add("  \(DocumentWriter.text(name))", path) }
    guard !rules.isEmpty else { return }
    lines.append("  rules:")
    for rule in rules {
      let (when, use) = (DocumentWriter.text(rule.when.value), DocumentWriter.text(rule.use.value))
      add("    - {when: \(when), use: \(use)}", rule.when.origin)
    }
  }

  private mutating func addMappings(_ settings: Settings) {
    guard let mappings = settings.file?.mappings, !mappings.isEmpty else { return }
    lines.append("mappings:")
    for mapping in mappings {
      add("  \(DocumentWriter.text(mapping.value.name)):", mapping.origin)
      let inner = mapping.value.yaml.split(separator: "\n")
      for line in inner where !line.hasPrefix("schema:") && !line.hasPrefix("name:") {
        lines.append("    \(line)")
      }
    }
  }

  private mutating func addLists(_ settings: Settings) {
    let lists = settings.file?.lists ?? []
    if !lists.isEmpty { lines.append("lists:") }
    var feed: String?
    for list in lists {
      if feed != list.feed { lines.append("  \(DocumentWriter.text(list.feed)):") }
      feed = list.feed
      let description = list.description
      add("    \(DocumentWriter.text(description.name)):", list.origin)
      if let order = list.order { lines.append("      order: \(DocumentWriter.text(order.text))") }
      add("      ids", list.ids)
      lines.append("      spacing: \(points(description.spacing))")
      let insets = description.insets
      let edges = [insets.top, insets.leading, insets.bottom, insets.trailing].map { points($0) }
      lines.append("      insets: [\(edges.joined(separator: ", "))]")
      addCells(of: list)
    }
  }

  /// Adds the cells that a list has besides those of records, and its separators.
  private mutating func addCells(of list: ConfiguredList) {
    if let sections = list.sections {
      lines.append("      sections:")
      add("        by", sections.text)
      add("        header", sections.header)
      add("        footer", sections.footer)
      lines.append("        sticky: \(sections.isSticky)")
    }
    if let inserted = list.inserted {
      lines.append("      insert:")
      add("        template", inserted.template)
      switch inserted.places {
      case .rule(let rule): lines.append("        where: \(DocumentWriter.text(rule.text))")
      case .every(let every, after: let after, fromOldest: let fromOldest):
        lines.append("        every: \(every)")
        lines.append("        after: \(after)")
        lines.append("        from: \(fromOldest ? "oldest" : "top")")
      }
    }
    if let separator = list.description.shape?.separator {
      let after = separator.isAfterLast ? "last" : "none"
      lines.append(
        "      separator: {height: \(points(separator.height)), inset: \(points(separator.inset)), "
          + "after: \(after)}")
    }
    add("      header", list.header)
    add("      footer", list.footer)
  }

  private mutating func addBudgets(_ settings: Settings) {
    guard let budgets = settings.file?.budgets, !budgets.isEmpty else { return }
    lines.append("budgets:")
    for budget in budgets {
      add("  - \(DocumentWriter.text(budget.value.text))", budget.origin)
    }
  }

  private mutating func addLimits(_ settings: Settings) {
    lines.append("limits:")
    for limit in ConfiguredLimit.all {
      let value = settings.file?.limits.first { $0.key == limit.key }?.value
      add("  \(limit.key): \(value?.value ?? limit.standard)", value?.origin ?? .standard)
    }
  }

  /// Writes settings that a file cannot contain, as comments.
  private mutating func addComments(_ settings: Settings, jobs: Int?) throws {
    let flags = settings.flags
    add("# template", settings.template(flags.template))
    add("# mapping", settings.mappingName(flags.mapping))
    if let format = try settings.inputFormat(flags.inputFormat) {
      add("# input_format: \(format.value.rawValue)", format.origin)
    }
    let jobs = try settings.jobs(jobs)
    add("# jobs: \(jobs.value)", jobs.origin)
  }

  private mutating func add(_ key: String, _ value: Resolved<String>?) {
    if let value { add("\(key): \(DocumentWriter.text(value.value))", value.origin) }
  }

  private mutating func add(_ key: String, _ value: Resolved<[String]>) {
    add("\(key): \(DocumentWriter.list(value.value))", value.origin)
  }

  private mutating func add(_ text: String, _ origin: Origin) { add(text, origin.description) }

  private mutating func add(_ text: String, _ comment: String?) {
    lines.append(text + (comment.map { "  # \($0.printable())" } ?? ""))
  }
}
