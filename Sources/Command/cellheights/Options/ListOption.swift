import ArgumentParser
import HeightStore

struct ListOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The list of the feed; feed is its own order.", valueName: "name"))
  var list = ListDescription.feedOrder
}
