/// The optional layers of a picture.
public struct PictureLayers: OptionSet, Hashable, Sendable {
  /// The set's bits, one per layer.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The frame of every view with its id, guides dotted, hidden views dashed.
  public static let frames = PictureLayers(rawValue: 1)
  /// The baseline of every line of text.
  public static let baselines = PictureLayers(rawValue: 2)
  /// The layout margins of the cell and of views with subviews.
  public static let margins = PictureLayers(rawValue: 4)
  /// Each line of text as a bar.
  public static let text = PictureLayers(rawValue: 8)
  /// Each line of text as glyphs.
  public static let outlines = PictureLayers(rawValue: 16)

  /// The default layers.
  public static let standard: PictureLayers = [.frames, .outlines]

  /// Every layer with its name on the command line.
  public static let named: [(name: String, layer: PictureLayers)] = [
    ("frames", .frames), ("baselines", .baselines), ("margins", .margins), ("text", .text),
    ("outlines", .outlines),
  ]
}
