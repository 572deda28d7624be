extension PublishedManifest {
  /// Checks what readers rely on: bounded numbers, and sums that are right.
  func check(file: String, limits: FormatLimits) throws(PublishedFormatError) {
    guard generation >= 0, templates.count <= Int(UInt16.max) + 1 else {
      throw .malformed(file: file, detail: "its generation or its number of templates")
    }
    guard Set(feeds.map(\.name)).count == feeds.count else {
      throw .malformed(file: file, detail: "a feed is there twice")
    }
    for feed in feeds {
      guard Set(feed.environments.map(\.key)).count == feed.environments.count else {
        throw .malformed(file: file, detail: "an environment of feed '\(feed.name)' is there twice")
      }
      for environment in feed.environments {
        if let problem = environment.problem {
          throw .malformed(
            file: file, detail: "\(problem) in feed '\(feed.name)', \(environment.key)")
        }
      }
    }
    for reference in references {
      for number in [reference.bytes, reference.size] {
        guard number <= limits.maximumFileBytes else {
          throw .tooLarge(file: reference.path, bytes: number, limit: limits.maximumFileBytes)
        }
        guard number > 0 else {
          throw .malformed(file: file, detail: "a size of \(reference.path) is \(number)")
        }
      }
    }
  }
}

/// The largest number of cells that a list may have, so that no sum of heights overflows.
private let cellBound = 0...Int(Int32.max)

extension PublishedManifest.Environment {
  /// What contradicts itself; nil for nothing.
  fileprivate var problem: String? {
    guard stepsPerPoint == Self.steps(ofKey: key) else {
      return "\(stepsPerPoint) steps per point"
    }
    guard cellBound.contains(cells), cellBound.contains(failed) else { return "the counts" }
    guard (lists == nil) != (chunks == nil) else { return "neither lists nor chunks alone" }
    for list in lists ?? [] {
      if let problem = list.problem { return "\(problem) of list '\(list.name)'" }
    }
    guard Set((lists ?? []).map(\.name)).count == lists?.count ?? 0 else {
      return "a list that is there twice"
    }
    guard let chunks else { return nil }
    return sum(chunks.map(\.count), upTo: Int(Int32.max)) == cells ? nil : "the counts"
  }
}

extension PublishedManifest.Environment {
  /// Steps per point of an environment: 64 under `css` rules, else its scale; nil for a key that is
  /// not in full form.
  private static func steps(ofKey key: String) -> Double? {
    let parts = key.prefix { $0 != "#" }.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 5, !parts.contains(""), let at = parts[0].lastIndex(of: "@"),
      parts[0].hasSuffix("x"),
      let scale = Double(parts[0][parts[0].index(after: at)...].dropLast()),
      scale.isFinite, scale > 0
    else { return nil }
    return parts[4] == "css" ? 64 : scale
  }
}

extension PublishedManifest.List {
  /// What contradicts itself; nil for nothing.
  fileprivate var problem: String? {
    let edges = [insets.top, insets.leading, insets.bottom, insets.trailing]
    guard cellBound.contains(count), cellBound.contains(gap),
      edges.allSatisfy({ Int32(exactly: $0) != nil })
    else { return "the count, gap or insets" }
    for chunk in chunks {
      guard chunk.count > 0, cellBound.contains(chunk.count), chunk.extent >= 0,
        chunk.extent / chunk.count <= Int(Int32.max)
      else { return "the counts" }
    }
    guard sum(chunks.map(\.count), upTo: Int(Int32.max)) == count else { return "the counts" }
    // At most 2^31 cells of at most 2^31 steps, and as many gaps: no overflow.
    let cells = chunks.reduce(0) { $0 + $1.extent }
    return extent == insets.top + cells + max(0, count - 1) * gap + insets.bottom
      ? nil : "the extent"
  }
}

/// The sum of numbers that are not negative; nil beyond a bound.
private func sum(_ numbers: [Int], upTo bound: Int) -> Int? {
  var all = 0
  for number in numbers {
    guard number >= 0, number <= bound - all else { return nil }
    all += number
  }
  return all
}
