import ArgumentParser
import CommandSettings

/// The option `--environment`, which can be repeated.
struct EnvironmentOption: ParsableArguments, SettingFlagGroup {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The environment to lay out for; may be repeated. (default: 390)",
      discussion: """
        WIDTH@SCALE/SIZE/DIRECTION/LOCALE/RULES#STATE; only the width is required: 390, 320@2x/XXL, \
        390/L//ar, 390#expanded. Braces make sets: '{320,390}@3x/{S,L}'. A device name replaces \
        width and scale: iphone-16, ipad-11/landscape/half/XL. A range of widths, 280..900@1x, \
        stores the height at each device pixel and no frames.
        """,
      valueName: "environment"), completion: .environment)
  var environment: [String] = []

  func add(to flags: inout SettingFlags) { flags.environments = environment }
}

/// The options that add stored environments to a build, or drop what the build does not name.
struct RebuildOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Add an environment to those that the feed has in the store; may be repeated.",
      valueName: "environment"), completion: .environment)
  var addEnvironment: [String] = []

  @Flag(
    name: .long,
    help:
      "Drop environments, templates and files of the stored feed that this build does not name."
  )
  var replace = false
}
