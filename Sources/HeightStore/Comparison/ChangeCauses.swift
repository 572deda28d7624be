/// What may have changed the cells of a feed besides their records.
struct ChangeCauses {
  /// The name for cells of which nothing but the content is known to differ.
  static let unknown = "unknown"

  /// Inputs that differ, which concern all cells of the feed.
  private let shared: [String]

  /// Compares the inputs of a feed in two generations.
  init(
    _ old: FeedEntry, of oldGeneration: Generation, _ new: FeedEntry, of newGeneration: Generation
  ) {
    let before = Dictionary(Self.inputs(old, of: oldGeneration)) { first, _ in first }
    // What one of them does not tell is no known difference.
    shared = Self.inputs(new, of: newGeneration).filter { name, value in
      before[name].map { $0 != value } ?? false
    }.map { $0.0 == "fonts" ? "font" : String($0.0) }
  }

  /// The inputs by name, without templates and their rules, which each cell tells itself.
  private static func inputs(
    _ feed: FeedEntry, of generation: Generation
  ) -> [(Substring, Substring)] {
    // Imported cells have no inputs, but the engine version of their generation.
    if feed.inputs.isEmpty, feed.generation == generation.number {
      return [("engine", generation.engineVersion[...])]
    }
    return feed.inputs.split(separator: " ").compactMap { input in
      let parts = input.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0] != "templates", parts[0] != "rules" else { return nil }
      return (parts[0], parts[1])
    }
  }

  /// The causes of a changed cell.
  func causes(isOtherVersion: Bool, isOtherTemplate: Bool) -> [String] {
    let causes =
      (isOtherVersion ? ["text"] : []) + (isOtherTemplate ? ["template"] : []) + shared
    return causes.isEmpty ? [Self.unknown] : causes
  }
}
