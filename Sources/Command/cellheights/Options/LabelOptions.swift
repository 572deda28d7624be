import ArgumentParser
import CommandSettings
import Heights
import HeightStore
import Operations
import StructuredDocuments

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

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Add the name and the frame of each element of markup, in points.",
      discussion: "With --lines, also blockTexts: its texts, and where their lines are in the cell."
    ))
  var blocks = false

  var members: LabelMembers {
    var members: LabelMembers = []
    if blocks { members.insert(.blocks) }
    if lines { members.insert(.lines) }
    if texts { members.insert(.texts) }
    return members
  }
}

/// The flags for what a stored cell contains about its labels.
struct StoredLabelOptions: ParsableArguments {
  @Flag(
    name: .long,
    help: "Add the lines of each label, from a store that was built with --lines.")
  var lines = false

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Add the text of each label, with formatted dates and numbers.",
      discussion: "A store has no texts, so the records of the build are read again."))
  var texts = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file to read records from for --texts, instead of those of the build; may be repeated.",
      valueName: "file"), completion: .file())
  var input: [String] = []

  func validate() throws {
    guard texts || input.isEmpty else { throw ValidationError("--input is for --texts") }
  }

  /// The texts of the labels of a store; nil without `--texts`.
  func boundTexts(_ lookup: HeightLookup, _ settings: Settings) -> StoredTexts? {
    texts ? StoredTexts(lookup, settings: settings, input: input) : nil
  }

  /// Throws `Failure` with status 66 if lines are requested and a feed has none.
  func check(_ feed: FeedEntry, store: String) throws(Failure) {
    guard lines, !feed.keepsLines else { return }
    throw Failure(
      .inputMissing,
      "feed '\(feed.name)' of \(store) has no lines; store them with: cellheights build --lines"
        .printable())
  }
}
