package import LayoutPrimitives
import SQLiteDatabase

/// The columns of the table `cells`, by their indices in a query, and the validation of a row.
enum CellRow {
  /// The columns of a query, in the order of the table.
  static let columns =
    "cell_id, feed_id, environment_id, template_id, record_id, version, fingerprint, trust, "
    + "height, exact_height, frames, shape_id, line_fragments, height_runs, findings, "
    + "error_code, error_message, checksum"

  static let id: Int32 = 0
  static let feed: Int32 = 1
  static let environment: Int32 = 2
  static let template: Int32 = 3
  static let recordID: Int32 = 4
  static let version: Int32 = 5
  static let fingerprint: Int32 = 6
  static let caveats: Int32 = 7
  static let height: Int32 = 8
  static let exactHeight: Int32 = 9
  static let frames: Int32 = 10
  static let shape: Int32 = 11
  static let lineFragments: Int32 = 12
  static let heightRuns: Int32 = 13
  static let findings: Int32 = 14
  static let errorCode: Int32 = 15
  static let errorMessage: Int32 = 16
  static let checksum: Int32 = 17
  static let count: Int32 = 18

  /// Whether the checksum of the current row is valid and its numbers are in range.
  ///
  /// Most columns are read without a check of their type, because such checks would take a tenth of
  /// the time of a lookup. If a value has another type, SQLite converts it. The converted value is
  /// the original value, or it does not match the checksum.
  ///
  /// - Parameter bytes: A buffer that is reused.
  static func isWhole(_ row: some RowColumns, _ bytes: RowBytes) -> Bool {
    bytes.reset()
    for column in id...template { bytes.append(row.int(column)) }
    bytes.append(text: row.textBytes(recordID))
    if row.isBlob(version) {
      bytes.append(blob: row.blob(version))
    } else {
      bytes.append(text: row.textBytes(version))
    }
    bytes.append(blob: row.blob(fingerprint))
    bytes.append(row.int(caveats))
    let isFailed = !row.isNull(errorCode)
    let (pixels, points) = (row.int(height), row.double(exactHeight))
    if isFailed {
      for _ in height...heightRuns { bytes.appendNull() }
      bytes.append(blob: row.blob(findings))
      bytes.append(text: row.textBytes(errorCode))
      bytes.append(text: row.textBytes(errorMessage))
    } else {
      bytes.append(pixels)
      bytes.append(points)
      if row.isNull(frames) { bytes.appendNull() } else { bytes.append(blob: row.blob(frames)) }
      if row.isNull(shape) { bytes.appendNull() } else { bytes.append(row.int(shape)) }
      if row.isNull(lineFragments) {
        bytes.appendNull()
      } else {
        bytes.append(blob: row.blob(lineFragments))
      }
      if row.isNull(heightRuns) {
        bytes.appendNull()
      } else {
        bytes.append(blob: row.blob(heightRuns))
      }
      bytes.append(blob: row.blob(findings))
      bytes.appendNull()
      bytes.appendNull()
    }
    guard ContentHash(stored: row.blob(checksum)) == bytes.hash else { return false }
    // A forged row may have a valid checksum, so that these values are checked as well.
    return isFailed || pixels >= 0 && pixels <= Int64(Int32.max) && points.isFinite
  }

  /// The number of the shape of the current row; nil if there is none.
  static func shapeID(_ row: some RowColumns) -> Int64? {
    row.isNull(shape) ? nil : row.int(shape)
  }

  /// The version of the record in the current row, as text.
  static func versionText(_ row: PreparedStatement) -> String { storedVersion(row).text }

  /// The version of the record in the current row, in its stored form.
  static func storedVersion(_ row: PreparedStatement) -> StoredVersion {
    guard row.isBlob(version), let hash = ContentHash(stored: row.blob(version)) else {
      return .text(row.text(version))
    }
    return .hash(hash)
  }
}

extension FindingSet {
  init(_ row: some RowColumns) {
    let stored = row.blob(CellRow.findings)
    self = stored.isEmpty ? FindingSet() : FindingSet(bytes: stored)
  }
}

extension CellFailure {
  /// The failure of the current row's cell; nil if the cell has a layout.
  init?(_ row: PreparedStatement) {
    guard !row.isNull(CellRow.errorCode) else { return nil }
    self.init(code: row.text(CellRow.errorCode), message: row.text(CellRow.errorMessage))
  }
}

/// The stored form of a record's version: 16 bytes if the version is a hash, or else text.
package enum StoredVersion: Hashable, Sendable {
  /// A version that consists of `hash:` and 32 lowercase hexadecimal digits.
  case hash(ContentHash)
  /// A version of any other form.
  case text(String)

  /// The prefix of a version that is a hash.
  static let prefix = "hash:"

  /// The version, as text.
  package var text: String {
    switch self {
    case .hash(let hash): Self.prefix + hash.description
    case .text(let text): text
    }
  }

  /// Decodes a stored version, which is a hash of 16 bytes or a text.
  package init(stored bytes: UnsafeRawBufferPointer, isHash: Bool) {
    if isHash, let hash = ContentHash(stored: bytes) {
      self = .hash(hash)
    } else {
      self = .text(String(decoding: bytes, as: UTF8.self))
    }
  }

  init(_ version: String) {
    let digits = version.utf8.dropFirst(Self.prefix.utf8.count)
    guard digits.count == 32, version.hasPrefix(Self.prefix) else {
      self = .text(version)
      return
    }
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for (index, digit) in digits.enumerated() {
      let value: UInt64
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = UInt64(digit - UInt8(ascii: "a")) + 10
      default:
        self = .text(version)
        return
      }
      if index < 16 {
        words.high = words.high << 4 | value
      } else {
        words.low = words.low << 4 | value
      }
    }
    self = .hash(ContentHash(high: words.high, low: words.low))
  }
}

/// The stored form of the heights at the widths of a range.
///
/// A run has two little-endian Int32 values: its first width in device pixels, and its height in
/// grid steps.
extension HeightRuns {
  private static let runBytes = 8

  var storedBytes: Int { runs.count * Self.runBytes }

  /// Encodes the runs into a buffer, and keeps the capacity of the buffer.
  func encode(into bytes: inout [UInt8]) {
    bytes.removeAll(keepingCapacity: true)
    for run in runs {
      for value in [run.width, run.height] {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
  }

  /// Decodes runs; nil if the bytes do not give exactly one height per width.
  init?(stored bytes: UnsafeRawBufferPointer) {
    guard bytes.count % Self.runBytes == 0 else { return nil }
    func int32(_ offset: Int) -> Int32 {
      Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
    }
    let runs = stride(from: 0, to: bytes.count, by: Self.runBytes).map {
      Run(width: int32($0), height: int32($0 + 4))
    }
    guard runs.allSatisfy({ $0.height >= 0 }) else { return nil }
    self.init(runs: runs)
  }
}
