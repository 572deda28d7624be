public import ArgumentParser
public import TextMeasurement

extension TruncationMode: ExpressibleByArgument {}

/// How a text is fitted into its lines.
struct FittingOptions: ParsableArguments {
  @Option(name: .long, help: "Most lines drawn; 0 means no limit.")
  var lines = 0

  @Option(name: .long, help: "Where text beyond the line limit is cut.")
  var truncation = TruncationMode.tail

  @Option(name: .long, help: "Least factor by which the font shrinks before text is cut, 0 to 1.")
  var minimumScale = 1.0

  @Option(
    name: .long,
    help: "Share of the width by which letters move together before text is cut; UIKit's is 0.05.")
  var tightening = 0.0

  func validate() throws {
    guard lines >= 0 else { throw ValidationError("--lines is 0 for no limit, or a number") }
    try NumberRange.share.check("--minimum-scale", minimumScale)
    try NumberRange.share.check("--tightening", tightening)
  }

  var fitting: LineFitting {
    LineFitting(
      lines: lines, truncation: truncation, minimumScale: minimumScale, tightening: tightening)
  }
}
