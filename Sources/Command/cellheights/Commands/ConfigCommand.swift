import ArgumentParser
import CommandSettings
import LayoutPrimitives
import StructuredDocuments

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Show the effective configuration and where each value comes from.",
    subcommands: [ConfigDumpCommand.self, ConfigDevicesCommand.self])
}

struct ConfigDumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Print the effective configuration as YAML, with the origin of each value.",
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
  @OptionGroup var imageSizes: ImageSizesOption

  @Option(
    name: .long, help: "The number of workers of a build, 1 to 256. (default: one per processor)")
  var jobs: Int?

  func validate() throws {
    if let refusal = Setting.jobs.refusal(of: jobs) { throw ValidationError(refusal) }
  }

  func run() throws {
    let settings = try configured.settings(
      store, template, reading, environment, formatOptions, fonts, imageSizes)
    for line in try SettingsDocument(settings, jobs: jobs).lines {
      StandardOutput.write(line)
    }
  }
}

struct ConfigDevicesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the devices whose names may stand for width and scale in an environment.",
    discussion: """
      Built-in ones and those of the configuration file (key devices). A window follows the name: \
      --environment iphone-16, iphone-16/landscape/XL, ipad-11/landscape/half.
      """)

  @OptionGroup var configured: ConfigurationOption

  func run() throws {
    var table = TextTable(["device", ">scale", ">width", "windows"])
    for device in try configured.settings().devices.devices {
      table.add([
        device.name, "@\(device.scale.plainDecimal)x", device.width.plainDecimal,
        device.variants.map { "\($0.name) \($0.width.plainDecimal)" }.joined(separator: ", "),
      ])
    }
    StandardOutput.write(titled: table.lines)
  }
}
