import CSSBoxes
import LayoutPrimitives

/// The part of a Markdown text that grows which does not change any more, as blocks.
struct GrowingMarkup: Sendable {
  /// A place of markup in an environment.
  struct Key: Hashable, Sendable {
    /// Index of the element whose children the markup becomes.
    let element: Int
    let environment: Environment
  }

  /// The text of the blocks.
  private(set) var source: [UInt8] = []
  private(set) var blocks: [MeasuredBlock] = []
  /// Number of blocks at the start that stand for several.
  private var groups = 0
  /// Number of elements and texts of the blocks.
  private(set) var elements = 0
  private(set) var caveats: Caveats = []
  // reason: the layout finds it out
  /// Whether no more blocks are added, because one of them cannot be.
  var isFull = false

  /// Whether a text begins with the text of the blocks.
  func begins(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count >= source.count && text[..<source.count].elementsEqual(source)
  }

  /// Number of blocks that become one, so that a long text has few.
  private static let groupSize = 16

  /// Adds the blocks of the next part of the text.
  ///
  /// - Parameter direction: The direction of the box around them.
  mutating func add(
    _ text: some Sequence<UInt8>, _ blocks: [MeasuredBlock], elements: Int, _ caveats: Caveats,
    direction: LayoutDirection
  ) {
    source += text
    self.blocks += blocks
    while self.blocks.count - groups >= 2 * Self.groupSize {
      let range = groups..<groups + Self.groupSize
      let group = MeasuredBlock(Array(self.blocks[range]), direction: direction)
      self.blocks.replaceSubrange(range, with: [group])
      groups += 1
    }
    self.elements += elements
    self.caveats.formUnion(caveats)
  }
}
