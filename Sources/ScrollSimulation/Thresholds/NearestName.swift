/// The known name that begins with a name, or else the one with the fewest single-letter edits from
/// it; the first of equals.
///
/// - Returns: An empty text when nothing is known.
func nearestName(to name: String, in known: [String]) -> String {
  if !name.isEmpty, let longer = known.first(where: { $0.hasPrefix(name) }) { return longer }
  // A long name is nobody's misspelling: its beginning decides, and the work stays bounded.
  let bytes = Array(name.lowercased().utf8.prefix(128))
  var best: (distance: Int, name: String)?
  for candidate in known {
    let distance = editDistance(bytes, Array(candidate.lowercased().utf8))
    if distance < best?.distance ?? .max { best = (distance, candidate) }
  }
  return best?.name ?? ""
}

/// Levenshtein's distance.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var row = Array(0...right.count)
  for (index, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in right.indices {
      let above = row[column + 1]
      row[column + 1] = min(
        above + 1, row[column] + 1, diagonal + (letter == right[column] ? 0 : 1))
      diagonal = above
    }
  }
  return row[right.count]
}
