public import AutoLayout
import LayoutPrimitives
public import TextMeasurement

/// The reason why a record cannot be laid out.
public enum CellError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A text cannot be measured.
  case text(TextError, view: String)
  /// The engine found no layout.
  case layout(LayoutError)
  /// A number from the record, in a constraint, is too large or too small for the solver.
  case absurdNumber(Double, constraint: String)
  /// The layout margins of views never settle.
  case marginLoop(passes: Int, views: [String])
  /// A frame exceeds the range of the store.
  case beyondRange(view: String)
  /// ICU cannot write dates and numbers in a locale.
  case noFormats(locale: String)
  /// The template has relative times, but no clock is set.
  case noClock(template: String)
  /// The record cannot be laid out at a width of a range, in points.
  indirect case atWidth(Double, CellError)

  /// Stable code of the error.
  public var code: String {
    switch self {
    case .text: "CH0301"
    case .layout(let error): error.code
    case .beyondRange: "CH0109"
    case .absurdNumber: "CH0110"
    case .noFormats: "CH0302"
    case .noClock: "CH0303"
    case .marginLoop: "CH0112"
    case .atWidth(_, let error): error.code
    }
  }

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .text(let error, let view): "label '\(view)': \(error)"
    case .layout(let error): error.description
    case .absurdNumber(let value, let constraint):
      "the record makes '\(constraint)' use \(value): a factor is at most 10⁷ and at least 10⁻⁷, "
        + "a distance at most 10⁹ points"
    case .marginLoop(let passes, let views):
      "the layout margins of \(views.map { "'\($0)'" }.joined(separator: ", ")) have not settled "
        + "after \(passes) layouts: their edges depend on the margins that depend on them; take "
        + "'preservesSuperviewMargins' from one of them"
    case .beyondRange(let view):
      "the frame of '\(view)' reaches beyond 2³⁰ pixels: a size or number of the record is absurd"
    case .noFormats(let locale):
      "ICU cannot write dates and numbers for '\(locale)': reinstall libicu"
    case .atWidth(let width, let error):
      "at width \(width.plainDecimal): \(error)"
    case .noClock(let template):
      FormatSettings.Failure.noClock(template: template).description
    }
  }
}
