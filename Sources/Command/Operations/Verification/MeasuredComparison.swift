import CommandSettings
package import FeedRecords
package import Heights
package import HeightStore
package import LayoutPrimitives
import StructuredDocuments

/// Compares heights that devices or browsers measured with the stored ones.
package struct MeasuredComparison {
  /// A cell that may be among the worst, with its heights in points and its evidence.
  package struct Cell {
    package let id: String
    package let version: String
    package let stored: Double
    package let measured: Double
    package let trust: Caveats
    /// The index of the deviation in `deviations`.
    package let deviation: Int
    package var reasons: Reasons
  }

  /// The evidence for the cause of a cell's deviation, as text.
  package struct Reasons {
    package var version: String?
    package var font: String?
    package var lines: String?
    package var wholeLines: String?
    /// The image views that show a picture, each with its bit of `Deviation.pictures`.
    package var pictures: [(bit: UInt16, text: String)] = []
  }

  /// A record whose version must be read from the files, with the deviations that depend on it.
  private struct Candidate {
    package let version: ContentHash
    package var deviations: [Int]
  }

  private let lookup: HeightLookup
  private let onlyFeed: String?
  /// The largest accepted deviation, in points; `nil` for one device pixel.
  private let tolerance: Double?
  private let limit: Int
  private var fonts: StoredFonts?
  private var groupNumbers: [MeasuredGroup: Int] = [:]
  private var candidates: [String: [ContentHash: Candidate]] = [:]

  /// The groups, in the order in which the lines first mention them.
  package private(set) var groups: [MeasuredGroup] = []
  /// The heights of image views, by group.
  private(set) var pictures: [PictureHeights] = []
  /// One deviation for each line whose cell was found, in the order of the lines.
  package private(set) var deviations: [Deviation] = []
  /// The cells with the largest deviations.
  package private(set) var worst: LargestChanges<Cell>
  /// The lines whose cell was not found, counted by reason.
  package private(set) var misses = KindCounts()
  /// Names in `lines` of the input that are not labels of the template, with counts.
  private(set) var unknownLabels = KindCounts()

  /// Creates a comparison without lines.
  ///
  /// - Parameters:
  ///   - lookup: The store to search.
  ///   - onlyFeed: The feed to search; `nil` for all feeds.
  ///   - tolerance: The largest accepted deviation, in points; `nil` for one device pixel.
  ///   - worst: Maximum number of worst cells.
  ///   - limit: Maximum number of compared lines.
  package init(
    lookup: HeightLookup, onlyFeed: String?, tolerance: Double?, worst: Int, limit: Int
  ) {
    self.lookup = lookup
    self.onlyFeed = onlyFeed
    self.tolerance = tolerance
    self.limit = limit
    self.worst = LargestChanges(limit: worst)
  }

  /// Sets the fonts whose hashes are compared with the hashes in lines.
  mutating func use(_ fonts: StoredFonts) { self.fonts = fonts }

  /// Compares the height in a line with the stored height.
  ///
  /// - Parameters:
  ///   - line: The measured height.
  ///   - key: The environment of the line, in the form for `HeightLookup.lookup`.
  ///   - location: The file and line, for messages.
  /// - Throws: `StoreError`; `Failure` if there are more lines than the limit.
  mutating func add(_ line: MeasuredHeight, environment key: String, location: String) throws {
    let result = try lookup.lookup(
      id: line.id, feed: line.feed ?? onlyFeed, environment: key)
    guard case .hit(let hit) = result else {
      if case .miss(let reason) = result {
        misses.add(reason.kind, "\(location): \(reason)".printable())
      }
      return
    }
    guard onlyFeed == nil || hit.scope.feed.name == onlyFeed else {
      misses.add("other-feed", "\(location): feed '\(hit.scope.feed.name)' is left out by --feed")
      return
    }
    guard deviations.count < limit else {
      throw Failure(
        .badData, "\(location): more than \(limit) measured heights (limit records)")
    }
    let number = self.number(of: hit)
    let group = groups[number]
    let stored = hit.scope.grid.points(hit.layout.height)
    var deviation = Deviation(by: line.height - stored, group: UInt32(number))
    var reasons = Reasons()
    addContentReasons(hit, &deviation, &reasons)
    addLineReasons(line, hit, location, &deviation, &reasons)
    if group.isOff(deviation.by) {
      addVersionReasons(line, hit, &deviation, &reasons)
      addFontReasons(line, &deviation, &reasons)
      addWholeLineReasons(hit, group, &deviation, &reasons)
      let (index, found) = (deviations.count, reasons)
      worst.add(
        size: abs(deviation.by),
        Cell(
          id: hit.cell.recordID, version: hit.cell.version, stored: stored, measured: line.height,
          trust: hit.layout.caveats, deviation: index, reasons: found))
    }
    deviations.append(deviation)
  }

  private mutating func number(of hit: LookupHit) -> Int {
    let scale = Double(hit.scope.environment.environment.parts.scale) ?? 1
    let group = MeasuredGroup(
      feed: hit.scope.feed.name, template: hit.template.name, environment: hit.scope.key,
      tolerance: tolerance ?? 1 / scale, pixel: 1 / scale)
    if let number = groupNumbers[group] { return number }
    groupNumbers[group] = groups.count
    groups.append(group)
    pictures.append(PictureHeights())
    return groups.count - 1
  }

  /// Adds the evidence of pictures and unknown sizes.
  private mutating func addContentReasons(
    _ hit: LookupHit, _ deviation: inout Deviation, _ reasons: inout Reasons
  ) {
    if hit.layout.caveats.contains(.sizeUnknown) { deviation.evidence.insert(.sizeUnknown) }
    guard hit.hasFrames else { return }
    let images = zip(hit.template.views, hit.layout.frames).filter { $0.0.kind == "image" }
    deviation.pictures = pictures[Int(deviation.group)].add(images.lazy.map { $0.1.height })
    for (index, (view, frame)) in images.prefix(UInt16.bitWidth).enumerated()
    where frame.height > 0 {
      let height = points(hit.scope.grid.points(frame.height))
      reasons.pictures.append((1 << index, "'\(view.id)' is \(height) pt high in the store"))
    }
  }

  private mutating func addLineReasons(
    _ line: MeasuredHeight, _ hit: LookupHit, _ location: String, _ deviation: inout Deviation,
    _ reasons: inout Reasons
  ) {
    guard hit.hasFrames else { return }
    let labels = hit.template.labels
    for (view, count) in line.lines {
      guard let index = labels.firstIndex(where: { $0.id == view }),
        index < hit.layout.labels.count
      else {
        unknownLabels.add(
          "\(hit.template.name) \(view)",
          "\(location): template '\(hit.template.name)' has no label '\(view)'".printable())
        continue
      }
      let stored = hit.layout.labels[index].count
      if stored == count {
        deviation.evidence.insert(.sameLines)
      } else {
        deviation.evidence.insert(.otherLines)
        let text = "'\(view)' has \(counted(count, "line")), \(stored) stored"
        reasons.lines = reasons.lines.map { "\($0); \(text)" } ?? text
      }
    }
    if deviation.evidence.contains(.otherLines) { deviation.evidence.remove(.sameLines) }
  }

  /// Adds the evidence of another version of the record or template, if the line has versions.
  private mutating func addVersionReasons(
    _ line: MeasuredHeight, _ hit: LookupHit, _ deviation: inout Deviation,
    _ reasons: inout Reasons
  ) {
    let template = hit.template
    if let name = line.template, name != template.name,
      name.utf8.count < 8 || !template.hash.hasPrefix(name.lowercased())
    {
      deviation.evidence.insert(.otherVersion)
      reasons.version = "template '\(name)', '\(template.name)' stored"
    } else if let version = line.version {
      guard version != hit.cell.version else { return }
      deviation.evidence.insert(.otherVersion)
      reasons.version = "version \(version), \(hit.cell.version) stored"
    } else {
      let id = ContentHash(of: hit.cell.recordID)
      candidates[hit.scope.feed.name, default: [:]][
        id, default: Candidate(version: ContentHash(of: hit.cell.version), deviations: [])
      ].deviations.append(deviations.count)
    }
  }

  private mutating func addFontReasons(
    _ line: MeasuredHeight, _ deviation: inout Deviation, _ reasons: inout Reasons
  ) {
    for (family, hash) in line.fonts {
      guard let difference = fonts?.difference(family: family, hash: hash) else { continue }
      deviation.evidence.insert(.otherFont)
      reasons.font = reasons.font ?? difference
    }
  }

  /// Adds the evidence that the deviation equals the height of whole lines of a label.
  private func addWholeLineReasons(
    _ hit: LookupHit, _ group: MeasuredGroup, _ deviation: inout Deviation,
    _ reasons: inout Reasons
  ) {
    guard hit.hasFrames else { return }
    let frames = zip(hit.template.views, hit.layout.frames).filter { $0.0.isLabel }
    for ((view, frame), label) in zip(frames, hit.layout.labels)
    where label.count > 0 && frame.height > 0 {
      let line = hit.scope.grid.points(frame.height) / Double(label.count)
      let count = (deviation.by / line).rounded()
      guard abs(count) >= 1, abs(deviation.by - count * line) <= group.pixel else { continue }
      deviation.evidence.insert(.wholeLines)
      let lines = counted(Int(min(abs(count), 1e9)), "line")
      reasons.wholeLines =
        reasons.wholeLines.map { "\($0), or \(lines) of '\(view.id)'" }
        ?? "the difference is the height of \(lines) of '\(view.id)'"
    }
  }

  /// The feeds whose records must be read, because lines of deviating cells have no version.
  var feedsToRead: [String] { candidates.keys.sorted() }

  /// Adds the evidence if a record in a feed's file has another version than the stored cell.
  package mutating func add(_ record: FeedRecord, of feed: String) {
    // If several records have one id, the first is used, as in a build.
    let id = ContentHash(of: record.id)
    guard let candidate = candidates[feed]?.removeValue(forKey: id) else { return }
    guard candidate.version != ContentHash(of: record.version) else { return }
    for index in candidate.deviations { deviations[index].evidence.insert(.otherVersion) }
  }
}

extension LookupHit {
  /// Whether frames and numbers of lines are stored.
  fileprivate var hasFrames: Bool {
    cell.hasFrames && scope.widthPixel == nil && !scope.environment.environment.isRange
  }
}

extension MissReason {
  /// The name of the reason in output.
  package var kind: String {
    switch self {
    case .unknownFeed: "unknown-feed"
    case .severalFeeds: "several-feeds"
    case .severalEnvironments: "several-environments"
    case .unknownEnvironment: "unknown-environment"
    case .unknownRecord: "unknown-record"
    case .notInEnvironment: "not-in-environment"
    case .failed: "failed"
    case .otherVersion: "other-version"
    }
  }
}

/// The number of occurrences of each kind, with the first occurrence as an example.
package struct KindCounts {
  package struct Entry {
    package let kind: String
    /// The text of the first occurrence.
    package let first: String
    package var count: Int
  }

  /// The kinds, in the order in which they first occurred.
  package private(set) var entries: [Entry] = []

  /// Number of occurrences of all kinds.
  package var total: Int { entries.reduce(0) { $0 + $1.count } }

  package mutating func add(_ kind: String, _ example: @autoclosure () -> String) {
    if let index = entries.firstIndex(where: { $0.kind == kind }) {
      entries[index].count += 1
    } else {
      entries.append(Entry(kind: kind, first: example(), count: 1))
    }
  }

  /// One line per kind.
  package var lines: [String] {
    entries.map { entry in
      entry.count == 1
        ? entry.first : "\(entry.first) (\(grouped(entry.count)) times, this was the first)"
    }
  }
}
