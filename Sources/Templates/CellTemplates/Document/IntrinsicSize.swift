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

/// The content that gives an intrinsic size: a declared size, an image or both.
///
/// It is a class, because it is passed on for every record.
final class IntrinsicContent: Sendable {
  private let declared: DeclaredSize?
  private let image: ImageContent?
  /// The id of the view.
  private let view: String

  /// Creates the content of a view; `nil` for a view with neither size nor image.
  init?(of view: TemplateView) {
    declared = DeclaredSize(of: view)
    image = view.image
    self.view = view.id
    if declared == nil, image == nil { return nil }
  }

  /// Whether the content is an image that the record does not have.
  func isAbsent(in record: ResolvedRecord) -> Bool {
    image?.source.text(in: record).isEmpty ?? false
  }

  /// The intrinsic size for one record, in points.
  ///
  /// It is the declared size if the record gives all its sides, otherwise the size of the picture.
  /// If the size of the picture is unknown, the result lacks sides. Without a picture, there is no
  /// size.
  ///
  /// - Throws: `CellError.absurdNumber` for a side that is negative or too large.
  func size(in record: ResolvedRecord) throws(CellError) -> DeclaredSize.Value {
    let none = IntrinsicSize(width: nil, height: nil)
    let declared = try declared?.value(in: record, of: view)
    if let declared, !declared.lacksSide { return declared }
    guard let image else { return declared ?? DeclaredSize.Value(known: none) }
    if isAbsent(in: record) { return DeclaredSize.Value(known: none) }
    guard let width = image.pixelWidth?.value(in: record), width > 0,
      let height = image.pixelHeight?.value(in: record), height > 0
    else {
      return declared ?? DeclaredSize.Value(known: none, lacksWidth: true, lacksHeight: true)
    }
    let (across, down) = (width / image.scale, height / image.scale)
    guard BoundCell.isSane(across, .constant), BoundCell.isSane(down, .constant) else {
      throw .absurdNumber(
        BoundCell.isSane(across, .constant) ? down : across, constraint: "size of \(view)")
    }
    return DeclaredSize.Value(known: IntrinsicSize(width: across, height: down))
  }
}
