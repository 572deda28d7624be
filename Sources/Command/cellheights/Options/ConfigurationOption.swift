import ArgumentParser
import CommandSettings

/// `--config` and `--color`.
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

  /// The settings of the configuration file, the environment variables and the flags of groups.
  func settings(_ groups: any SettingFlagGroup...) throws(ConfigurationError) -> Settings {
    var flags = SettingFlags()
    for group in groups { group.add(to: &flags) }
    return try Settings(config: config, flags: flags)
  }
}

/// Options that replace settings.
protocol SettingFlagGroup {
  func add(to flags: inout SettingFlags)
}
