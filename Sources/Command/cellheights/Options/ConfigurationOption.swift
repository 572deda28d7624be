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

  /// The settings of the configuration file and the environment variables.
  func settings() throws(ConfigurationError) -> Settings { try Settings(config: config) }
}
