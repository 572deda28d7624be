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
  var others: Int { record.memory.pointee.others + (self[.imageSize] == nil ? 0 : 1) }

  /// Whether a member becomes one of the `fields`.
  ///
  /// - Parameter index: The node of its value.
  func isOther(_ index: Int) -> Bool {
    guard let noted = record.memory.pointee.members else { return true }
    for word in 0..<NativeWord.count where Int(noted[word]) == index {
      return word == NativeWord.imageSize.rawValue
    }
    return true
  }
}
