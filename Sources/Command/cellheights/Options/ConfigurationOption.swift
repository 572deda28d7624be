import ArgumentParser
import CommandSettings

/// The options `--config` and `--color`.
struct ConfigurationOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The configuration file. (default: the nearest cellheights.yaml upward from here)",
      valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
  var config: String?

  @OptionGroup var color: ColorOption

  func validate() throws {
    if config?.isEmpty == true { throw ValidationError("--config needs the path of a file") }
  }

  /// The settings from the configuration file, environment variables and groups of flags.
  func settings(_ groups: any SettingFlagGroup...) throws(ConfigurationError) -> Settings {
    var flags = SettingFlags()
    for group in groups { group.add(to: &flags) }
    return try Settings(config: config, flags: flags)
  }
}

/// A group of options that are settings.
protocol SettingFlagGroup {
  func add(to flags: inout SettingFlags)
}
