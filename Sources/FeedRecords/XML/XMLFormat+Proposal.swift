import StructuredDocuments
import XMLDocuments

extension XMLFormat {
  /// Maximum number of elements from which a mapping is made.
  private static let samples = 20

  /// Proposes a mapping for a document of an unknown format.
  ///
  /// The records are the elements with the same path that occur more than once, contain elements,
  /// and take up the most bytes.
  static func proposed(
    _ window: InputWindow, _ start: Int, _ source: String, _ root: XMLName,
    _ options: ReadingOptions
  ) throws(FeedError) -> RecordMapping {
    while !window.ended, window.count < options.limits.surveyBytes {
      _ = try window.fill(keeping: window.base)
    }
    var counts = ElementCounts()
    let reader = XMLPullReader(feeding: options.limits.xml)
    reader.feed(window[start..<window.end])
    do {
      while let event = try reader.next() {
        switch event {
        case .start: counts.start(reader.name.qualified, at: reader.byteOffset)
        case .end: counts.end(at: reader.byteOffset)
        case .text: break
        }
      }
    } catch {
      // The part before the error may still contain records. Reading them reports it.
      if counts.best == nil { throw error.feedError(path: source) }
    }
    guard let path = counts.best else {
      throw FeedError(
        .notAFeed, path: source, place: RecordPlace(line: 1),
        root.qualified.lowercased() == "html"
          ? SourceStream.pageAdvice
          : "the root element is <\(root.qualified)>, which is no feed, and no element comes more than "
            + "once in it; expected rss, rdf:RDF or feed, or a mapping that names records")
    }
    let records = RecordsPath(steps: path.map { .key($0) } + [.each])
    return RecordMapping.proposed(
      for: values(path, window[start..<window.end], options), records: records,
      name: path.last ?? "xml")
  }

  /// The first records as values.
  ///
  /// Broken records are left out, and reported when they are read.
  private static func values(
    _ path: [String], _ bytes: ArraySlice<UInt8>, _ options: ReadingOptions
  ) -> [JSONValue] {
    let reader = XMLPullReader(feeding: options.limits.xml)
    let context = XMLItemContext(reader: reader, options: options)
    reader.feed(bytes)
    var values: [JSONValue] = []
    var matched = 0
    do {
      while values.count < samples, let event = try reader.next() {
        if event == .start, matched == reader.depth, reader.name.qualified == path[matched] {
          matched += 1
          guard matched == path.count else { continue }
          values.append(try context.field())
        }
        if event != .text { matched = min(matched, reader.depth) }
      }
    } catch {
      return values
    }
    return values
  }
}

/// Counts the elements of a document by path.
private struct ElementCounts {
  /// A path: the index of its parent's path, and the name that follows.
  private struct Step: Hashable {
    let parent: Int
    let name: String
  }

  private struct Count {
    let step: Step
    let depth: Int
    var elements = 0
    var bytes = 0
    var holding = 0
  }

  private var known: [Step: Int] = [:]
  private var counts: [Count] = []
  private var open: [(index: Int, start: Int, children: Int)] = []

  /// Maximum number of different paths that are counted.
  private static let maximumPaths = 10_000

  mutating func start(_ name: String, at offset: Int) {
    if !open.isEmpty { open[open.count - 1].children += 1 }
    open.append((index(of: Step(parent: open.last?.index ?? -1, name: name)), offset, 0))
  }

  mutating func end(at offset: Int) {
    guard let element = open.popLast(), element.index >= 0 else { return }
    counts[element.index].elements += 1
    counts[element.index].bytes += offset - element.start
    if element.children > 0 { counts[element.index].holding += 1 }
  }

  /// The index of a path in `counts`, or -1 when there are too many paths.
  private mutating func index(of step: Step) -> Int {
    if let index = known[step] { return index }
    guard counts.count < Self.maximumPaths, step.parent >= 0 || open.isEmpty else { return -1 }
    counts.append(Count(step: step, depth: open.count))
    known[step] = counts.count - 1
    return counts.count - 1
  }

  /// The path of the elements that look most like records, or `nil`.
  var best: [String]? {
    var best: Count?
    for count in counts where count.depth > 0 && count.elements > 1 && count.holding > 0 {
      if count.bytes > best?.bytes ?? 0 { best = count }
    }
    guard let best else { return nil }
    var names = [best.step.name]
    var parent = best.step.parent
    while parent >= 0 {
      names.append(counts[parent].step.name)
      parent = counts[parent].step.parent
    }
    return names.reversed()
  }
}
