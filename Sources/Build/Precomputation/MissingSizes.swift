import FeedRecords
import LayoutPrimitives

/// The pictures whose size a layout needed, although neither the record nor the table of sizes
/// contained it.
///
/// A layout needs a size if the cell has the caveat `sizeUnknown`. It also needs a size if the
/// template has a condition or an alternative for pictures without a size.
public struct MissingSizes: Sendable {
  /// A picture of unknown size.
  public struct Picture: Hashable, Sendable {
    /// The address of the picture.
    public let url: String
    /// Number of records that have a cell which needed the size.
    public internal(set) var records: Int
    /// Id of the first of these records.
    public let sample: String
  }

  /// The maximum number and size of the pictures that are kept.
  public struct Limits: Hashable, Sendable {
    /// Maximum number of pictures.
    public var pictures = 1_000_000
    /// Maximum size of all addresses and ids together, in bytes.
    public var bytes = 256 << 20
    /// Maximum size of one address, in bytes.
    public var addressBytes = 8192

    /// Creates the default limits.
    public init() {}
  }

  /// The pictures, in order of first use.
  public private(set) var pictures: [Picture] = []
  /// Number of uses that are not listed: those beyond a limit, and `data:` addresses.
  public private(set) var omitted = 0

  private var indices: [ContentHash: Int] = [:]
  private var bytes = 0
  private let limits: Limits

  /// Creates an empty list.
  public init(limits: Limits = Limits()) { self.limits = limits }

  mutating func add(_ addresses: [String], record id: String) {
    for address in addresses {
      let size = address.utf8.count
      guard size <= limits.addressBytes, !address.utf8.starts(with: "data:".utf8) else {
        omitted += 1
        continue
      }
      let key = ContentHash(of: address)
      if let index = indices[key] {
        pictures[index].records += 1
        continue
      }
      guard pictures.count < limits.pictures, bytes + size + id.utf8.count <= limits.bytes else {
        omitted += 1
        continue
      }
      bytes += size + id.utf8.count
      indices[key] = pictures.count
      pictures.append(Picture(url: address, records: 1, sample: id))
    }
  }
}
