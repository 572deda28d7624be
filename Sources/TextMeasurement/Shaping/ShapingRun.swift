/// A range of text of one font, script, direction and style.
struct ShapingRun {
  /// The first UTF-16 unit, and one past the last.
  var start: Int
  var end: Int
  /// Number of the font in its set.
  var font: Int
  /// ICU's script code.
  var script: Int32
  var rightToLeft: Bool
  /// Whether it contains spaces.
  var hasSpaces: Bool
  /// Number of the style's span in the text's `RunTable`.
  var run = 0
  /// Whether its script joins letters, which excludes letter spacing.
  var isCursive = false
  /// Whether it consists of tabs.
  var isTab = false
}
