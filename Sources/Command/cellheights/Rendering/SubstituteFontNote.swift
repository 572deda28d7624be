import LayoutPrimitives
import TextMeasurement

/// What stands in for what where cells are marked `substitute-font`, and what to do, in one line.
enum SubstituteFontNote {
  /// The line, without a full stop.
  static let text =
    "substitute-font: system → \(FontInventory.systemSubstitute), or no font has a character; set "
    + "font: in the template, or --system-font"
}
