public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

/// A laid-out record: the layout that is stored, and details for diagnostics.
public struct LaidOutCell: Hashable, Sendable {
  /// Height and frames in whole pixels, in the order of `TemplatePlan.framedViews`.
  public var layout: CellLayout
  /// The frames in points, before they are aligned to pixels, and the problems that the engine
  /// found.
  ///
  /// Item `i` is view `i` of the template.
  public var solved: SolvedCell
}

/// The reason why a record cannot be laid out.
public enum CellError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A text cannot be measured.
  case text(TextError, view: String)
  /// The engine found no layout.
  case layout(LayoutError)
  /// A number from the record, in a constraint or a size, is negative or outside the solver's
  /// range.
  case absurdNumber(Double, constraint: String)
  /// A number from the record, at a key of a box, is outside the permitted range.
  case absurdBox(Double, key: String, box: String, isRatio: Bool)
  /// Conditions on labels still show or hide boxes after the maximum number of rounds.
  case conditionLoop(rounds: Int, boxes: [String])
  /// The layout of the boxes of a card takes more steps than the limit.
  case boxLimit(steps: Int)
  /// The layout margins of views still change after the maximum number of layouts.
  case marginLoop(passes: Int, views: [String])
  /// A frame reaches beyond 2³⁰ pixels.
  case beyondRange(view: String)
  /// ICU cannot write dates and numbers in a locale.
  case noFormats(locale: String)
  /// The template has relative times, but no clock is set.
  case noClock(template: String)
  /// The record cannot be laid out at one width of a range; the width is in points.
  indirect case atWidth(Double, CellError)

  /// The stable code of the error, such as `CH0109`.
  public var code: String {
    switch self {
    case .text: "CH0301"
    case .layout(let error): error.code
    case .beyondRange: "CH0109"
    case .absurdNumber, .absurdBox: "CH0110"
    case .conditionLoop: "CH0107"
    case .noFormats: "CH0302"
    case .noClock: "CH0303"
    case .marginLoop: "CH0112"
    case .boxLimit: "CH0113"
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
        + "a distance at most 10⁹ points, and no size is negative"
    case .absurdBox(let value, let key, let box, let isRatio):
      "the record makes '\(key)' of \(box), \(value): "
        + (isRatio ? "a ratio is from 10⁻⁷ to 10⁷" : "a length is from 0 to 10⁹ points")
    case .conditionLoop(let rounds, let boxes):
      "after \(rounds) layouts conditions on labels still hide or show "
        + boxes.joined(separator: "; ")
        + ": let fewer conditions ask about labels that other conditions hide or show"
    case .boxLimit(let steps):
      "the boxes of the card take more than \(steps) layouts: nest fewer flex containers"
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
