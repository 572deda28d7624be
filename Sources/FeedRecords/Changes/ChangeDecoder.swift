import StructuredDocuments

/// Decodes the lines of a file of changes.
struct ChangeDecoder {
  private static let put = RecordsPath(steps: [.key("put")])
  private static let advice =
    "a change is {\"put\":RECORD}, {\"put\":RECORD,\"before\":\"ID\"} or {\"delete\":\"ID\"}"

  private let path: String
  private let lines: JSONRecordDecoder
  private let records: JSONRecordDecoder
  private let imageSizes: ImageSizes?

  init(path: String, limits: FeedLimits, imageSizes: ImageSizes?) {
    self.path = path
    self.imageSizes = imageSizes
    let shape = RecordShape.native(NativeRecord(limits: limits.xml))
    records = JSONRecordDecoder(shape: shape, path: path, limits: limits, convertsHTML: true)
    // The record of a line is one level deeper.
    var deeper = limits
    deeper.jsonDepth = min(limits.jsonDepth + 1, 1024)
    lines = JSONRecordDecoder(shape: shape, path: path, limits: deeper, convertsHTML: true)
  }

  /// The change of a line.
  ///
  /// - Throws: `RecordFailure` if it is none.
  func change(_ line: ChangeLines.Line) throws(RecordFailure) -> FeedChange {
    let place = RecordPlace(line: line.number)
    guard let bytes = line.bytes else {
      throw RecordFailure(
        .tooLarge, path: path, place: place,
        "the line has \(line.count) bytes, more than \(lines.limits.recordBytes) (limit "
          + "record_bytes)")
    }
    let members = try lines.object(bytes[...], place: place).members
    let keys = members.map(\.key)
    switch keys.sorted() {
    case ["delete"]:
      guard let id = members[0].value.string, !id.isEmpty else {
        throw notAChange(place, "\"delete\" is no id")
      }
      return FeedChange(kind: .delete(id), line: line.number)
    case ["put"], ["before", "put"]:
      var before: String?
      if let member = members.first(where: { $0.key == "before" }) {
        guard let id = member.value.string, !id.isEmpty else {
          throw notAChange(place, "\"before\" is no id")
        }
        before = id
      }
      let record = try record(bytes, place: place)
      return FeedChange(kind: .put(record, before: before), line: line.number)
    default:
      throw notAChange(
        place,
        keys.isEmpty ? "the object is empty" : "the object has other members than a change")
    }
  }

  /// The record of a `put`.
  private func record(
    _ bytes: [UInt8], place: RecordPlace
  ) throws(RecordFailure) -> FeedRecord {
    let splitter = JSONSplitter(path: Self.put, start: (0, 1))
    guard case .value(let slice) = splitter.next(bytes[...], at: 0, ended: true) else {
      throw notAChange(place, "\"put\" is no record")
    }
    switch records.decode(bytes[slice.range], place: place) {
    case .record(var record):
      record.imageSizes = imageSizes
      return record
    case .failure(let failure): throw failure
    }
  }

  private func notAChange(_ place: RecordPlace, _ found: String) -> RecordFailure {
    RecordFailure(.notAChange, path: path, place: place, "\(found); \(Self.advice)")
  }
}
