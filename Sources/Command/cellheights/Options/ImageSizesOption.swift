import ArgumentParser
import FeedRecords

/// `--image-sizes`.
struct ImageSizesOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Sizes of pictures whose records do not say them; may be repeated.",
      discussion: #"NDJSON: {"url":"https://…","width":640,"height":480}, in pixels."#,
      valueName: "file"), completion: .file(extensions: ["ndjson"]))
  var imageSizes: [String] = []

  /// The sizes of the flags, a variable or the configuration; `nil` without files.
  ///
  /// What was passed over is told on standard error.
  func sizes(_ settings: Settings) throws -> ImageSizes? {
    let paths = settings.imageSizes(imageSizes).value
    guard !paths.isEmpty else { return nil }
    var reader = ImageSizeReader(limits: settings.feedLimits)
    var lines = 0
    for path in paths {
      reader.begin(file: path)
      var input = try LineInput(path: path, limits: settings.feedLimits)
      while let line = try input.next(whenIdle: {}) {
        guard !line.isBlank else { continue }
        lines += 1
        if line.isTooLong {
          reader.addLongLine(number: line.number, limit: LineInput.lineLimit)
        } else {
          try reader.add(line: line.bytes, number: line.number)
        }
      }
    }
    let sizes = reader.finish()
    for warning in reader.warnings { StandardError.write("warning: \(warning)") }
    guard lines == 0 || reader.badLines < lines else {
      throw Failure(
        .badData,
        "\(paths.joined(separator: ", ")): none of the \(counted(lines, "line")) is a size of a "
          + "picture; write {\"url\":\"…\",\"width\":640,\"height\":480}")
    }
    return sizes
  }
}
