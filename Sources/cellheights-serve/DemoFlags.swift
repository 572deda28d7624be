import ArgumentParser
import CellTemplates
import FeedRecords
import Heights
import TextMeasurement
import WebDemo

/// The demo, and what it needs of the build besides the store.
struct DemoFlags: ParsableArguments {
  @Flag(help: "Serve a page with the lists, and the records that it shows.")
  var demo = false

  @Option(
    help: ArgumentHelp(
      "A template that feeds were built with; may be repeated. (default: post)",
      valueName: "name-or-file"))
  var template: [String] = []

  @Option(help: ArgumentHelp("A font file of the build's 'system'.", valueName: "file"))
  var systemFont: [String] = []

  @Option(help: ArgumentHelp("A step of the build's fallback chain.", valueName: "family-or-file"))
  var fallback: [String] = []

  @Option(help: ArgumentHelp("A font file of a family of the build.", valueName: "name=file"))
  var fontFamily: [String] = []

  @Option(help: ArgumentHelp("The time zone of the build's dates.", valueName: "zone"))
  var timeZone: String?

  @Option(help: ArgumentHelp("The clock of the build's relative times.", valueName: "date"))
  var clock: String?

  @Option(
    help: ArgumentHelp("Records of all feeds that are kept in memory.", valueName: "number"))
  var demoRecords = DemoOptions().maximumRecords

  func validate() throws {
    guard demoRecords > 0 else {
      throw ValidationError("--demo-records is a number from 1")
    }
    for text in fontFamily where !text.dropFirst().contains("=") {
      throw ValidationError("--font-family '\(text)' is not NAME=FILE")
    }
  }

  /// The demo of a store; nil where nobody asked for it.
  ///
  /// - Throws: `Failure` for templates, fonts or formats that cannot be used.
  func make(_ lookup: HeightLookup) throws(Failure) -> WebDemo? {
    guard demo else { return nil }
    let made: WebDemo
    do {
      made = try WebDemo(lookup, try options())
    } catch {
      throw Failure(Failure.configuration, "the demo cannot begin: \(error)")
    }
    for (feed, reason) in made.unavailable.sorted(by: { $0.key < $1.key }) {
      StandardError.write("feed '\(feed)' has no records to show: \(reason)")
    }
    return made
  }

  private func options() throws -> DemoOptions {
    var options = DemoOptions()
    if !template.isEmpty { options.templates = template }
    options.fonts.system = systemFont
    if !fallback.isEmpty { options.fonts.fallback = fallback }
    for text in fontFamily {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      options.fonts.families[parts[0], default: []].append(parts[1])
    }
    options.formats = try FormatSettings(
      timeZone: timeZone ?? "UTC", clock: try clock.map(FormatSettings.clock(_:)))
    options.maximumRecords = demoRecords
    return options
  }
}
