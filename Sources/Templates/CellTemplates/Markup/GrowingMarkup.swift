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

  /// Adds the blocks of the next part of the text.
  mutating func add(
    _ text: some Sequence<UInt8>, _ blocks: [MeasuredBlock], elements: Int, _ caveats: Caveats
  ) {
    source += text
    self.blocks += blocks
    self.elements += elements
    self.caveats.formUnion(caveats)
  }
}
