import BoxLayouts
import TextMeasurement

/// A text whose letters are all 10 points wide and 20 high, wrapped anywhere.
struct BlockText: LabelText {
  var string: String

  init(_ string: String) { self.string = string }

  func measure(within width: Double) -> TextMeasure {
    let letters = Double(string.count)
    let inLine = max(1, min(letters, (width / 10).rounded(.down)))
    let lines = (letters / inLine).rounded(.up)
    return TextMeasure(
      width: letters == 0 ? 0 : inLine * 10, height: lines * 20, firstBaseline: 16,
      lastBaselineFromBottom: 4, lineCount: Int(lines), truncated: false)
  }
}
