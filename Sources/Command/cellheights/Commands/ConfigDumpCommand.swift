import ArgumentParser

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
  @OptionGroup var imageSizes: ImageSizesOption

  @Option(name: .long, help: "Workers of a build, 1 to 256; by default one per processor.")
  var jobs: Int?

  func validate() throws {
    guard jobs.map({ (1...256).contains($0) }) ?? true else {
      throw ValidationError("--jobs is a number of workers from 1 to 256")
    }
  }

  func run() throws {
    for line in try SettingsDocument(configured.settings(), flags: self).lines {
      StandardOutput.write(line)
    }
  }
}
