/// Arrays and maps of objects that are not read, because the records of the document were found in
/// another.
struct PassedRecords {
  /// An array or map of objects.
  struct Place {
    /// The path by which a mapping names it.
    let path: RecordsPath
    /// The position of its bracket.
    let place: RecordPlace
    /// Number of its elements; `nil` where it is not known.
    var count: Int?
  }

  /// Those in the bytes from which the records were found, in document order.
  var found: [Place] = []

  /// Maximum number of places that a warning names.
  private static let named = 4

  /// Warns of all that was passed over.
  ///
  /// - Parameters:
  ///   - records: The path of the records that are read.
  ///   - passed: The places beside that path, those found before among them.
  func report(_ records: RecordsPath, passed: [Place], to notes: FeedNotes?) {
    let known = Set(found.map(\.place.byteOffset))
    let all = found + passed.filter { !known.contains($0.place.byteOffset) }
    guard let first = all.first else { return }
    let names = all.prefix(Self.named).map { place in
      "\(place.path)" + (place.count.map { " (\($0))" } ?? "")
    }
    let more = all.count > Self.named ? " and \(all.count - Self.named) more" : ""
    notes?.add(
      .passedRecords, at: first.place,
      "the records at \(records) are read, and the objects at \(names.joined(separator: ", "))\(more) "
        + "are not; to read those, name their path as 'records' of a mapping (--mapping)")
  }
}
