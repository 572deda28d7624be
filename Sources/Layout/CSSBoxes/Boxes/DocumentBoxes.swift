import LayoutPrimitives
package import TextMeasurement

/// Computes the styles of a document and generates its boxes, and keeps those that do not depend on
/// the content.
package struct DocumentBoxes {
  private var document: CSSDocument
  /// Whether the style of each element depends on the content or on a container.
  private var varies: [Bool]
  /// Whether no style depends on the content or on a container.
  package private(set) var hasFixedStyles: Bool
  /// The queries of the environment's width, each once.
  private var queries: [CSSQuery]
  /// Whether a length refers to the environment's width.
  private var hasViewportLengths: Bool
  /// The styles of elements with shared declarations, by what they depend on but for the width.
  private var shared: [StyleConditions: StyleCache] = [:]
  private var cached: [Cached] = []
  /// The latest environment, and its index in `cached`.
  private var last: (environment: Environment, index: Int)?

  /// Maximum number of elements of `cached`.
  private static let cacheLimit = 32

  /// The styles and boxes that do not depend on a content.
  private struct Cached {
    let conditions: StyleConditions
    let styles: ComputedStyles
    /// The boxes by the elements that are hidden.
    var boxes: [[Bool]: GeneratedBoxes] = [:]

    /// Maximum number of elements of `boxes`.
    static let limit = 32
  }

  /// Creates the boxes of a document, which are generated when they are first used.
  package init(_ document: CSSDocument) {
    self.document = document
    varies = document.variesWithContent
    hasFixedStyles = !varies.contains(true)
    queries = document.mediaQueries
    hasViewportLengths = document.hasViewportLengths
  }

  /// Replaces the document; the styles of elements with shared declarations are kept.
  package mutating func replace(_ document: CSSDocument) {
    var other = DocumentBoxes(document)
    swap(&other.shared, &shared)
    self = other
  }

  /// The boxes of the elements that are not hidden.
  ///
  /// - Parameters:
  ///   - containers: The width of the content box of each container, in CSS pixels; `nil` for other
  ///     elements. Without the list, no query of a container holds.
  ///   - plain: A content without values, whose styles are kept.
  ///   - measurer: Measures the width of a zero; `nil` for documents without text.
  package mutating func generate<Content: CSSContent>(
    for content: Content, plain: Content, isHidden: [Bool], containers: [Double?],
    _ environment: CSSEnvironment, _ measurer: TextMeasurer?
  ) throws(TextError) -> GeneratedBoxes {
    let index = index(of: environment, plain, measurer)
    let styles = cached[index].styles
    guard hasFixedStyles else {
      let own = computed(
        content, environment, measurer, containers: containers, known: styles, varies: varies)
      return try GeneratedBoxes(document, own, isHidden: isHidden, environment)
    }
    if let boxes = cached[index].boxes[isHidden] { return boxes }
    let made = try GeneratedBoxes(document, styles, isHidden: isHidden, environment)
    if cached[index].boxes.count == Cached.limit { cached[index].boxes.removeAll() }
    cached[index].boxes[isHidden] = made
    return made
  }

  /// The index in `cached` of an environment, whose styles are computed if they are not there.
  private mutating func index(
    of environment: CSSEnvironment, _ plain: some CSSContent, _ measurer: TextMeasurer?
  ) -> Int {
    if let last, last.environment == environment.environment { return last.index }
    let conditions = StyleConditions(
      environment.environment, queries, height: document.viewportHeight,
      hasViewportLengths: hasViewportLengths)
    let index: Int
    if let first = cached.firstIndex(where: { $0.conditions == conditions }) {
      index = first
    } else {
      if cached.count == Self.cacheLimit { cached.removeAll() }
      index = cached.count
      let styles = computed(plain, environment, measurer)
      cached.append(Cached(conditions: conditions, styles: styles))
    }
    last = (environment.environment, index)
    return index
  }

  private mutating func computed(
    _ content: some CSSContent, _ environment: CSSEnvironment, _ measurer: TextMeasurer?,
    containers: [Double?] = [], known: ComputedStyles? = nil, varies: [Bool] = []
  ) -> ComputedStyles {
    let conditions = StyleConditions(
      environment.environment, [], height: nil, hasViewportLengths: false)
    if shared.count > Self.cacheLimit { shared.removeAll() }
    // The cache is moved out while it is changed, to avoid a copy.
    var cache = shared.removeValue(forKey: conditions) ?? StyleCache()
    defer { shared[conditions] = cache }
    return ComputedStyles(
      document, content, environment, measurer, cache: &cache, containers: containers,
      known: known, varies: varies)
  }

  /// The widths of the content boxes of containers, by element; `nil` for other elements.
  package func containerWidths(in layout: CSSLayout, of boxes: GeneratedBoxes) -> [Double?] {
    document.elements.indices.map { element in
      guard boxes.styles.styles[element].box.containerType == .inlineSize,
        let box = boxes.boxOf[element], let frame = layout.frame(of: box)
      else { return nil }
      let insets = layout.insets(of: box)
      return frame.width - insets.leading - insets.trailing
    }
  }
}
