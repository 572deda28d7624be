import FeedRecords
import LayoutPrimitives

/// The pictures whose size a layout needed and neither the record nor a table had.
///
/// A layout needs a size if its cell has the caveat `sizeUnknown`, or if it has a condition or an
/// alternative for a picture without size.
public struct MissingSizes: Sendable {
  /// A picture of unknown size.
  public struct Picture: Hashable, Sendable {
    /// Its address.
    public let url: String
    /// Number of records with a cell that needed its size.
    public internal(set) var records: Int
    /// Id of the first of them.
    public let sample: String
  }

  /// Limits of what is kept.
  public struct Limits: Hashable, Sendable {
    /// Number of pictures.
    public var pictures = 1_000_000
    /// Bytes of all addresses and ids.
    public var bytes = 256 << 20
    /// Bytes of one address.
    public var addressBytes = 8192

    /// Creates the default limits.
    public init() {}
  }

  /// The pictures, in order of first use.
  public private(set) var pictures: [Picture] = []
  /// Number of uses that were omitted: beyond a limit, or with the picture in the address
  /// (`data:`).
  public private(set) var omitted = 0

  private var places: [ContentHash: Int] = [:]
  private var bytes = 0
  private let limits: Limits

  /// Creates an empty list.
  public init(limits: Limits = Limits()) { self.limits = limits }

  /// Adds the pictures of one record.
  mutating func add(_ addresses: [String], record id: String) {
    for address in addresses {
      let size = address.utf8.count
      guard size <= limits.addressBytes, !address.utf8.starts(with: "data:".utf8) else {
        omitted += 1
        continue
      }
      let key = ContentHash(of: address)
      if let place = places[key] {
        pictures[place].records += 1
        continue
      }
      guard pictures.count < limits.pictures, bytes + size + id.utf8.count <= limits.bytes else {
        omitted += 1
        continue
      }
      bytes += size + id.utf8.count
      places[key] = pictures.count
      pictures.append(Picture(url: address, records: 1, sample: id))
    }
  }
}
