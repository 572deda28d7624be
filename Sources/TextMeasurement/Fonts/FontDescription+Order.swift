extension [FontDescription] {
  /// The faces sorted by width, slant, weight, file name and index, and by folder last.
  var inCanonicalOrder: [FontDescription] {
    sorted { left, right in
      let a = left.fileName
      let b = right.fileName
      let leftKey = (left.width, left.slantOrder, left.weight, a, left.index, left.file)
      let rightKey = (right.width, right.slantOrder, right.weight, b, right.index, right.file)
      return leftKey < rightKey
    }
  }
}

extension FontDescription {
  /// The last component of the file's path.
  fileprivate var fileName: String { file.split(separator: "/").last.map(String.init) ?? file }

  fileprivate var slantOrder: Int { FontSlant.allCases.firstIndex(of: slant) ?? 0 }
}
