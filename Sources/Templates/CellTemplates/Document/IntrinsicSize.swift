/// An intrinsic content size; either side may be absent.
public struct IntrinsicSize: Hashable, Sendable {
  /// Width in points, `>= 0`; `nil` if the content has no width.
  public var width: Double?
  /// Height in points, `>= 0`; `nil` if the content has no height.
  public var height: Double?

  /// Creates an intrinsic size, in points.
  public init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }

  /// The intrinsic size of UIKit's switch, in points.
  ///
  /// The frame of a switch is 2 points wider than this size.
  ///
  /// Source: frames saved by Xcode.
  public static let switchControl = IntrinsicSize(width: 49, height: 31)
}

/// The sides of an intrinsic content size that come from the record, in points.
public struct BoundSize: Hashable, Sendable {
  /// The width; `nil` when it does not come from the record.
  public internal(set) var width: BoundNumber?
  /// The height; `nil` when it does not come from the record.
  public internal(set) var height: BoundNumber?

  /// The bindings of the width, followed by the bindings of the height.
  var bindings: [Binding] { (width?.bindings ?? []) + (height?.bindings ?? []) }

  mutating func intern(in table: inout PathTable) {
    width?.intern(in: &table)
    height?.intern(in: &table)
  }
}

/// A declared intrinsic size, whose sides may come from the record.
struct DeclaredSize: Sendable {
  private let constant: IntrinsicSize
  private let bound: BoundSize?

  /// Creates the declared intrinsic size of a view; `nil` when the view has none.
  init?(of view: TemplateView) {
    guard let constant = view.intrinsic else { return nil }
    self.constant = constant
    bound = view.boundIntrinsic
  }

  /// The size for one record.
  struct Value: Sendable {
    /// The known sides, in points; a side is `nil` if the record lacks it or if there is no such
    /// side.
    var known: IntrinsicSize
    /// Whether the record lacks the width.
    var lacksWidth = false
    /// Whether the record lacks the height.
    var lacksHeight = false

    /// Whether the record lacks a side.
    var lacksSide: Bool { lacksWidth || lacksHeight }
    /// The size, in which `extent` replaces the sides that the record lacks, in points.
    func filled(with extent: Double) -> IntrinsicSize {
      IntrinsicSize(
        width: lacksWidth ? extent : known.width, height: lacksHeight ? extent : known.height)
    }
  }

  /// Looks up the sides that come from the record.
  ///
  /// - Parameter view: The id of the view, for the error message.
  /// - Throws: `CellError.absurdNumber` for a side that is negative or too large.
  func value(
    in record: ResolvedRecord, of view: @autoclosure () -> String
  ) throws(CellError) -> Value {
    var value = Value(known: constant)
    guard let bound else { return value }
    if let width = bound.width {
      value.known.width = try Self.side(width, record, view())
      value.lacksWidth = value.known.width == nil
    }
    if let height = bound.height {
      value.known.height = try Self.side(height, record, view())
      value.lacksHeight = value.known.height == nil
    }
    return value
  }

  private static func side(
    _ number: BoundNumber, _ record: ResolvedRecord, _ view: @autoclosure () -> String
  ) throws(CellError) -> Double? {
    guard let side = number.value(in: record) else { return nil }
    guard side >= 0, BoundCell.isSane(side, .constant) else {
      throw .absurdNumber(side, constraint: "size of \(view())")
    }
    return side
  }
}
