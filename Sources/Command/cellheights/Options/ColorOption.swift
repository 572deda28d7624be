import ArgumentParser

struct ColorOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "When output for people is coloured.",
      discussion: """
        By default on a terminal that is not dumb; NO_COLOR and CLICOLOR_FORCE are heeded.
        """, valueName: "when"))
  var color = ColorChoice.auto
}
