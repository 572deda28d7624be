/// What answers for one generation: a store, or published files.
protocol GeometrySource: Sendable {
  /// The generation, which never changes.
  var generation: PinnedGeneration { get }
  /// Names of the feeds, sorted.
  var feeds: [String] { get }
  /// Keys of the environments of a feed in the order of its build; none for an unknown feed.
  func environments(feed: String) -> [String]
  /// Names of the lists in an environment; none where there are none.
  func lists(feed: String, environment: String) -> [String]
  /// Loads a list.
  func list(_ name: ListName) async throws -> ListGeometry
  /// Loads a range of widths.
  func widths(feed: String, environment: String) async throws -> WidthRange
  /// The frames of the views of cells.
  func frames(_ positions: Range<Int>, of name: ListName) async throws -> [[ViewFrame]]
  /// The source of the current generation; nil while it is this one.
  func next() async throws -> (any GeometrySource)?
}
