import ArgumentParser
import Operations

/// The flags for what a cell contains about its labels.
struct LabelOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Add the lines of each label, to draw them without laying out text.",
      discussion:
        "A label gets textHash and lineFragments; ends count UTF-16 units of the label's text."))
  var lines = false

  @Flag(name: .long, help: "Add the text of each label, with formatted dates and numbers.")
  var texts = false

  var members: LabelMembers {
    var members: LabelMembers = []
    if lines { members.insert(.lines) }
    if texts { members.insert(.texts) }
    return members
  }
}
