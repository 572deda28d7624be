/// A range of text of one font, script, direction and style.
struct ShapingRun {
  /// UTF-16 offset of the first unit.
  var start: Int
  /// UTF-16 offset after the last unit.
  var end: Int
  /// Number of the font in its style's set of fonts.
  var font: Int
  /// ICU's script code.
  var script: Int32
  var rightToLeft: Bool
  /// Whether the run contains spaces.
  var hasSpaces: Bool
  /// Index of the style's span in the text's `RunTable`.
  var run = 0
  /// Whether the script of the run joins letters, which excludes letter spacing.
  var isCursive = false
  /// Whether the run consists of tabs.
  var isTab = false
}
