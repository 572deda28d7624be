/// A stretch of one font, script and direction.
struct ShapingRun {
  /// UTF-16 units of the text.
  var start: Int
  var end: Int
  /// Number of the font in its set.
  var font: Int
  /// ICU's script code.
  var script: Int32
  var rightToLeft: Bool
  /// Whether spaces are in it.
  var hasSpaces: Bool
  /// Number of the style's stretch in the text's `RunTable`.
  var run = 0
  /// Whether its script joins its letters, so that no distance can come between them.
  var isCursive = false
  /// Whether it consists of tabs.
  var isTab = false
}
