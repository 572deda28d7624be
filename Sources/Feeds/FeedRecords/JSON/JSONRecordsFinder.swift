import LayoutPrimitives
import StructuredDocuments

/// Finds the path of the records in an unknown JSON document.
///
/// The path leads through objects to the largest array of objects or map of records. A value that
/// is incomplete at the end of the prefix counts as larger than any complete value.
struct JSONRecordsFinder {
  let prefix: JSONPrefix
  let parser: JSONParser

  private struct Candidate {
    let records: PassedRecords.ObjectList
    let size: Int
  }

  /// Finds the path of the records, and other paths that may lead to records.
  ///
  /// It is `nil` if the document has no array of objects and no map of records.
  ///
  /// - Parameter members: The members of the document's root.
  func find(_ members: [JSONPrefix.Member]) -> (
    path: RecordsPath, others: [PassedRecords.ObjectList]
  )? {
    var candidates: [Candidate] = []
    let root = JSONPrefix.Member(
      name: "", range: prefix.start..<prefix.end, isWhole: prefix.ended)
    collect(members, of: root, at: [], into: &candidates)
    // If several are equally large, the first is taken.
    guard
      let best = candidates.indices.max(by: {
        (candidates[$0].size, $1) < (candidates[$1].size, $0)
      })
    else { return nil }
    let path = candidates.remove(at: best).records.path
    return (path, candidates.map(\.records))
  }

  private func collect(
    _ members: [JSONPrefix.Member], of object: JSONPrefix.Member, at steps: [RecordsPath.Step],
    into candidates: inout [Candidate]
  ) {
    if isMap(members) {
      return candidates.append(
        candidate(RecordsPath(steps: steps + [.each]), object, count: members.count))
    }
    for member in members where member.range.count > 1 {
      let here = steps + [.key(member.name)]
      switch prefix.bytes[member.range.lowerBound] {
      case UInt8(ascii: "["):
        let inside = prefix.bytes[member.range].dropFirst()
        guard inside.first(where: { !isSpace($0) }) == UInt8(ascii: "{") else { continue }
        let result = prefix.slices(
          at: RecordsPath(steps: [.each]), in: member.range, count: prefix.bytes.count)
        candidates.append(
          candidate(RecordsPath(steps: here + [.each]), member, count: result.slices.count))
      case UInt8(ascii: "{") where here.count < 9:
        collect(prefix.members(of: member.range).members, of: member, at: here, into: &candidates)
      default: break
      }
    }
  }

  private func candidate(_ path: RecordsPath, _ value: JSONPrefix.Member, count: Int) -> Candidate {
    Candidate(
      records: PassedRecords.ObjectList(
        path: path, location: prefix.location(of: value.range.lowerBound),
        count: value.isWhole ? count : nil),
      size: value.isWhole ? value.range.count : Int.max)
  }

  /// Whether the members of an object are records.
  ///
  /// The members must be objects, and at least two. Of the first members, four fifths must share
  /// most of their keys with the first one, and contain a text or a number.
  private func isMap(_ members: [JSONPrefix.Member]) -> Bool {
    let whole = members.filter(\.isWhole)
    guard whole.count >= 2,
      whole.allSatisfy({ prefix.bytes[$0.range.lowerBound] == UInt8(ascii: "{") })
    else { return false }
    let samples = whole.prefix(32).compactMap { parser.value(prefix.bytes[$0.range]) }
    guard samples.count >= 2, let first = samples.first else { return false }
    let keys = Set(first.members.map { ContentHash(of: $0.key) })
    let alike = samples.filter { sample in
      let others = sample.members
      let shared = others.filter { keys.contains(ContentHash(of: $0.key)) }.count
      let isRecord = others.contains { $0.value.kind == .string || $0.value.kind == .number }
      return isRecord && shared * 2 > max(keys.count, others.count)
    }
    return alike.count * 5 >= samples.count * 4
  }
}

/// Arrays and maps of objects that are not read, because the records are elsewhere in the document.
struct PassedRecords {
  /// An array or map of objects.
  struct ObjectList {
    /// The path with which a mapping reads these objects as records.
    let path: RecordsPath
    /// The location of the opening bracket.
    let location: RecordLocation
    /// Number of the objects; `nil` if it is unknown.
    var count: Int?
  }

  /// The arrays and maps that were found while the records were searched, in document order.
  var others: [ObjectList] = []

  /// Maximum number of arrays and maps that a warning names.
  private static let named = 4

  /// Warns of all arrays and maps that were skipped.
  ///
  /// - Parameters:
  ///   - records: The path of the records that are read.
  ///   - passed: Arrays and maps that the reader skipped; some of them may be in `others` too.
  func report(_ records: RecordsPath, passed: [ObjectList], to notes: FeedNotes?) {
    let offsets = Set(others.map(\.location.byteOffset))
    let all = others + passed.filter { !offsets.contains($0.location.byteOffset) }
    guard let first = all.first else { return }
    let names = all.prefix(Self.named).map { list in
      "\(list.path)" + (list.count.map { " (\($0))" } ?? "")
    }
    let more = all.count > Self.named ? " and \(all.count - Self.named) more" : ""
    notes?.add(
      .passedRecords, at: first.location,
      "the records at \(records) are read, and the objects at \(names.joined(separator: ", "))\(more) "
        + "are not; to read those, name their path as 'records' of a mapping (--mapping)")
  }
}
