import LayoutPrimitives

/// Finds the path of the records in an unknown JSON document.
///
/// It leads through objects to the largest array of objects or map of records. Values that are
/// still open at the end of the prefix count as larger than complete ones.
struct JSONRecordsFinder {
  let prefix: JSONPrefix
  let parser: JSONParser

  private struct Place {
    let path: RecordsPath
    let size: Int
  }

  /// Finds the path of the records.
  ///
  /// - Parameter members: The members of the document's root.
  func find(_ members: [JSONPrefix.Member]) -> RecordsPath? {
    let root = prefix.start..<prefix.end
    return best(members, of: root, isWhole: prefix.ended, under: [], depth: 0)?.path
  }

  private func best(
    _ members: [JSONPrefix.Member], of range: Range<Int>, isWhole: Bool,
    under steps: [RecordsPath.Step], depth: Int
  ) -> Place? {
    if isMap(members) {
      return Place(path: RecordsPath(steps: steps + [.each]), size: isWhole ? range.count : Int.max)
    }
    var best: Place?
    for member in members where member.range.count > 1 {
      let size = member.isWhole ? member.range.count : Int.max
      guard size > (best?.size ?? 1) else { continue }
      let here = steps + [.key(member.name)]
      var found: Place?
      switch prefix.bytes[member.range.lowerBound] {
      case UInt8(ascii: "["):
        let inside = prefix.bytes[member.range].dropFirst()
        if inside.first(where: { !isSpace($0) }) == UInt8(ascii: "{") {
          found = Place(path: RecordsPath(steps: here + [.each]), size: size)
        }
      case UInt8(ascii: "{") where depth < 8:
        let inner = prefix.members(of: member.range).members
        found = self.best(
          inner, of: member.range, isWhole: member.isWhole, under: here, depth: depth + 1)
      default:
        break
      }
      if let found, found.size > (best?.size ?? 0) { best = found }
    }
    return best
  }

  /// Whether the members of an object are records.
  ///
  /// They must be objects, at least two. Four fifths of the first ones must share most of their
  /// keys with the first record, and contain a text or a number.
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
