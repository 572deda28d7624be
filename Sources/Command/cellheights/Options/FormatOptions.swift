import ArgumentParser
import CellTemplates

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
