import ArgumentParser
import FeedRecords
import Foundation

/// `cellheights config dump`.
struct ConfigDumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Print the configuration in force as YAML, with where each value comes from.",
    discussion: """
      Flags beat environment variables beat the file beat the defaults. Paths are as the working \
      directory sees them. What is printed reads back as a configuration file.
      """)

  @OptionGroup var configured: ConfigurationOption
  @OptionGroup var store: StoreOption
  @OptionGroup var template: TemplateOption
  @OptionGroup var reading: InputOptions
  @OptionGroup var environment: EnvironmentOption
  @OptionGroup var formatOptions: FormatOptions
  @OptionGroup var fonts: FontOptions

  @Option(name: .long, help: "Workers of a build, 1 to 256; by default one per processor.")
  var jobs: Int?

  /// The flags, without their parser.
  struct Flags {
    var store: String?
    var template: String?
    var mapping: String?
    var inputFormat: FeedFormat?
    var environment: [String]
    var timeZone: String?
    var clock: String?
    var systemFont: [String]
    var fallback: [String]
    var families: [(name: String, file: String)]
    var jobs: Int?
    /// Workers where nobody says anything.
    var processors: Int
  }

  func validate() throws {
    guard jobs.map({ (1...256).contains($0) }) ?? true else {
      throw ValidationError("--jobs is a number of workers from 1 to 256")
    }
  }

  func run() throws {
    let flags = Flags(
      store: store.store, template: template.template, mapping: reading.mapping,
      inputFormat: reading.inputFormat, environment: environment.environment,
      timeZone: formatOptions.timeZone, clock: formatOptions.clock,
      systemFont: fonts.systemFont, fallback: fonts.fallback, families: fonts.declaredFamilies,
      jobs: jobs, processors: ProcessInfo.processInfo.activeProcessorCount)
    for line in try SettingsDocument(configured.settings(), flags).lines {
      StandardOutput.write(line)
    }
  }
}
