/// The members of a record by our own words and JSON Feed's, as the parser noted them.
struct NativeMembers {
  let record: JSONNode

  /// The value of a member; `nil` where there is none.
  @inline(__always)
  subscript(_ word: NativeWord) -> JSONNode? {
    guard let noted = record.memory.pointee.members else { return nil }
    let index = Int(noted[word.rawValue])
    return index > 0 ? record.at(index) : nil
  }

  /// How many members become `fields`.
  var otherCount: Int { record.memory.pointee.others.count + (self[.imageSize] == nil ? 0 : 1) }

  /// Calls for each member that becomes one of the `fields`, in their order, with the node of its
  /// key.
  func forEachOther(_ body: (Int) -> Void) {
    var size = self[.imageSize].map { $0.index - 1 }
    for key in record.memory.pointee.others {
      if let place = size, place < Int(key) {
        body(place)
        size = nil
      }
      body(Int(key))
    }
    if let size { body(size) }
  }
}
