/// An intrinsic content size; either side may be absent.
public struct IntrinsicSize: Hashable, Sendable {
  /// Width in points, `>= 0`, or `nil`.
  public var width: Double?
  /// Height in points, `>= 0`, or `nil`.
  public var height: Double?

  /// Creates an intrinsic size, in points.
  public init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }

  /// The intrinsic size of UIKit's switch, in points.
  ///
  /// Its frame is 2 points wider.
  ///
  /// Source: frames saved by Xcode.
  public static let switchControl = IntrinsicSize(width: 49, height: 31)
}

/// The sides of an intrinsic content size that come from the record, in points.
public struct BoundSize: Hashable, Sendable {
  /// The width, or `nil` when it does not come from the record.
  public internal(set) var width: BoundNumber?
  /// The height, or `nil` when it does not come from the record.
  public internal(set) var height: BoundNumber?

  /// The bindings of the width, then those of the height.
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

  /// The declared intrinsic size of a view; `nil` when it has none.
  init?(of view: TemplateView) {
    guard let constant = view.intrinsic else { return nil }
    self.constant = constant
    bound = view.boundIntrinsic
  }

  /// The size for one record.
  struct Value: Sendable {
    /// The sides that are known, in points; `nil` also for a side that has no size.
    var known: IntrinsicSize
    /// Whether the record lacks the width.
    var lacksWidth = false
    /// Whether the record lacks the height.
    var lacksHeight = false

    /// Whether the record lacks a side.
    var lacksSide: Bool { lacksWidth || lacksHeight }
    /// The size with the sides that the record lacks, in points.
    func filled(with extent: Double) -> IntrinsicSize {
      IntrinsicSize(
        width: lacksWidth ? extent : known.width, height: lacksHeight ? extent : known.height)
    }
  }

  /// Looks the bound sides up in a record.
  ///
  /// - Parameter view: The id of the view, for the error.
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
