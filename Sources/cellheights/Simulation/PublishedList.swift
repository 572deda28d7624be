import Glibc
import LayoutPrimitives
import ScrollSimulation

/// A list of published files, in memory.
///
/// The companion program reads and verifies them, because the command does not know their format.
struct PublishedList {
  /// What the list is.
  let head: PublishedListHead
  /// The list as simulations take it, without frames.
  let staged: StagedList

  /// Whether a source is published files, and no store: an address, or a folder with a pointer.
  static func isPublished(_ source: String) -> Bool {
    let start = source.prefix { $0 != ":" }
    if ["http", "https"].contains(start.lowercased()),
      source.dropFirst(start.count).hasPrefix("://")
    {
      return true
    }
    // A folder is never a store; what is not in it the companion program says.
    var status = stat()
    return stat(source, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Reads a list, verified.
  ///
  /// - Parameters:
  ///   - source: A published folder, its address, or that of a running `cellheights serve`.
  ///   - feed: Name of the feed; nil for the only one.
  ///   - environment: Key of the environment; nil for the only one.
  ///   - list: Name of the list; nil for the only one.
  ///   - program: Reads the files.
  /// - Throws: `ExitCode` of the program, which has said why; `Failure`.
  init(
    source: String, feed: String?, environment: String?, list: String?,
    program: CompanionProgram = CompanionProgram(name: "cellheights-publish")
  ) throws {
    var words = ["read"]
    // Joined, because a name may begin with a hyphen.
    if let feed { words.append("--feed=\(feed)") }
    if let environment { words.append("--environment=\(environment)") }
    if let list { words.append("--list=\(list)") }
    var lines = PublishedListLines(program: program.name)
    try program.forEachLine(words + ["--", source]) { try lines.read($0) }
    try self.init(lines)
  }

  /// Takes over what was read.
  ///
  /// - Throws: `Failure` for lines that end early.
  init(_ lines: PublishedListLines) throws(Failure) {
    let head = try lines.wholeHead()
    let grid = head.grid
    let spacing = ListSpacing(
      grid: grid, spacing: head.gap, top: head.insets.top, leading: head.insets.leading,
      bottom: head.insets.bottom, trailing: head.insets.trailing)
    let ids = lines.ids
    let heights = lines.heights
    func check(_ position: Int) throws(HeightSourceError) {
      guard ids.indices.contains(position) else { throw .index(position, count: ids.count) }
    }
    self.head = head
    staged = StagedList(
      feed: head.feed, environment: head.environment,
      geometry: ListGeometry(spacing, heights: lines.heights.lazy.map { Int($0) }),
      facts: lines.facts, templates: head.templates, cellsWithoutLines: lines.cellsWithoutLines,
      remarks: [],
      recordID: { position in
        try check(position)
        return ids[position]
      },
      recordVersion: { _ in "" },
      lookUp: { position in
        try check(position)
        let height = Int(heights[position])
        return CellLayout(
          height: height, exactHeight: grid.points(height), frames: [], labels: [], caveats: [])
      })
  }
}
