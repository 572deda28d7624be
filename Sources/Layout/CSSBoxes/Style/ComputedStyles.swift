import LayoutPrimitives
import TextMeasurement

/// The part of an environment on which computed styles depend: environments with equal conditions
/// share the styles and boxes of a document.
///
/// Widths between two conditions of `@media` have the same styles.
struct StyleConditions: Hashable {
  private let scale: Double
  private let direction: LayoutDirection
  private let rules: TextRules
  /// The language, on which the width of a zero may depend.
  private let locale: String
  /// The width, if a length of the styles refers to it.
  private let width: Double?
  /// Whether each query of the environment's width holds.
  private let queries: [Bool]

  init(
    _ environment: Environment, _ queries: [CSSQuery], height: Double?, hasViewportLengths: Bool
  ) {
    (scale, direction, rules) = (environment.scale, environment.direction, environment.rules)
    locale = environment.locale
    width = hasViewportLengths ? environment.width : nil
    self.queries = queries.map { $0.holds(width: environment.width, height: height) }
  }
}

/// The computed style of an element, which elements of equal styles may share.
package final class ComputedStyle: Sendable {
  /// The style, as elements inside inherit it.
  let style: CSSStyle
  /// The style of the element's box.
  let shared: SharedStyle

  /// Creates a computed style.
  ///
  /// - Parameter scale: The device pixels per CSS pixel for which lengths are resolved in advance.
  package init(_ style: CSSStyle, scale: Double = 1) {
    self.style = style
    shared = SharedStyle(style.box, scale: scale)
  }

  // The parts are not copied, because they are large and read for each element.
  package var box: BoxStyle { _read { yield style.box } }
  package var text: CSSTextStyle { _read { yield style.text } }
  /// Whether the element is a list item with a marker.
  package var hasMarker: Bool { box.display == .listItem && text.marker != nil }
}

/// The computed styles of elements whose declarations are shared, for all documents that have them.
struct StyleCache {
  /// What a style follows from, in one environment.
  private struct Key: Hashable {
    let parent: ObjectIdentifier?
    /// `nil` for a text.
    let declarations: ObjectIdentifier?
    /// The width of the environment, if the declarations depend on it.
    let width: Double?
  }

  /// A style with the objects that its key names, which must not be freed before.
  private struct Entry {
    let style: ComputedStyle
    let parent: ComputedStyle?
    let declarations: SharedDeclarations?
  }

  private var entries: [Key: Entry] = [:]

  /// Number of entries beyond which all are removed.
  private static let limit = 4_096

  /// Removes all styles if they are too many.
  mutating func trim() {
    if entries.count > Self.limit { entries.removeAll() }
  }

  /// The style of an element; it is made if it is not known.
  mutating func style(
    in parent: ComputedStyle?, _ declarations: SharedDeclarations?, width: Double,
    make: () -> ComputedStyle
  ) -> ComputedStyle {
    let key = Key(
      parent: parent.map(ObjectIdentifier.init),
      declarations: declarations.map(ObjectIdentifier.init),
      width: declarations?.dependsOnWidth ?? false ? width : nil)
    if let known = entries[key] { return known.style }
    let made = make()
    entries[key] = Entry(style: made, parent: parent, declarations: declarations)
    return made
  }
}

/// The computed styles of all elements of a document.
final class ComputedStyles: Sendable {
  let styles: [ComputedStyle]
  /// Whether a value of the content was not valid, so that its declaration was dropped.
  let hasInvalid: Bool
  /// Whether an element floats.
  let hasFloats: Bool

  /// Computes the styles.
  ///
  /// - Parameters:
  ///   - measurer: Measures the width of a zero; `nil` for documents without text.
  ///   - cache: The styles of elements with shared declarations in this environment.
  ///   - containers: The width of the content box of each container, in CSS pixels; `nil` for other
  ///     elements. Without the list, no query of a container holds.
  ///   - known: The styles of the elements that do not vary.
  ///   - varies: Whether the style of each element differs from the known one.
  init(
    _ document: CSSDocument, _ content: some CSSContent, _ environment: CSSEnvironment,
    _ measurer: TextMeasurer?, cache: inout StyleCache, containers: [Double?] = [],
    known: ComputedStyles? = nil, varies: [Bool] = []
  ) {
    cache.trim()
    var computing = Computing(
      document: document, environment: environment, measurer: measurer, containers: containers,
      hasInvalid: known?.hasInvalid ?? false)
    computing.styles.reserveCapacity(document.elements.count)
    let width = environment.environment.width
    let scale = environment.environment.scale
    for (index, element) in document.elements.enumerated() {
      if let known, !varies[index] {
        computing.styles.append(known.styles[index])
        continue
      }
      let parent = element.parent.map { computing.styles[$0] }
      let style: ComputedStyle
      if element.isText || element.measured != nil {
        style = cache.style(in: parent, nil, width: width) {
          ComputedStyle(parent?.style.ofText ?? CSSStyle(), scale: scale)
        }
      } else if let shared = element.shared, !shared.varies {
        style = cache.style(in: parent, shared, width: width) {
          computing.style(of: element, index, content, in: parent)
        }
      } else {
        style = computing.style(of: element, index, content, in: parent)
      }
      computing.styles.append(style)
    }
    styles = computing.styles
    hasFloats = styles.contains { $0.box.isFloating }
    hasInvalid = computing.hasInvalid
  }

  /// The state of computing the styles of a document.
  private struct Computing {
    let document: CSSDocument
    let environment: CSSEnvironment
    let containers: [Double?]
    var styles: [ComputedStyle] = []
    var hasInvalid: Bool
    private var surroundings: CSSStyle.Surroundings

    init(
      document: CSSDocument, environment: CSSEnvironment, measurer: TextMeasurer?,
      containers: [Double?], hasInvalid: Bool
    ) {
      (self.document, self.environment, self.containers) = (document, environment, containers)
      self.hasInvalid = hasInvalid
      surroundings = CSSStyle.Surroundings(
        direction: environment.environment.direction,
        units: document.units(width: environment.environment.width))
      surroundings.zeroWidth = { style in
        // A text in a font that is missing fails the cell by itself.
        try? measurer?.zeroWidth(
          style.measured, language: environment.environment.locale, rules: environment.rules)
      }
    }

    /// The width of the nearest container of an element, or of the nearest one of a name.
    private func containerWidth(_ element: CSSElement, _ name: String?) -> Double? {
      var next = element.parent
      while let index = next {
        let box = styles[index].box
        if box.containerType == .inlineSize, name.map({ box.containerNames.contains($0) }) ?? true {
          return index < containers.count ? containers[index] : nil
        }
        next = document.elements[index].parent
      }
      return nil
    }

    /// Computes the style of an element.
    mutating func style(
      of element: CSSElement, _ index: Int, _ content: some CSSContent, in parent: ComputedStyle?
    ) -> ComputedStyle {
      let width = environment.environment.width
      var declarations: [(property: String, value: CSSValue)] = []
      for (place, declaration) in element.declarations.enumerated() {
        switch declaration.query?.subject {
        case nil: break
        case .viewport:
          guard declaration.query?.holds(width: width, height: document.viewportHeight) ?? true
          else { continue }
        case .container(let name):
          guard let width = containerWidth(element, name),
            declaration.query?.holds(width: width) ?? true
          else { continue }
        }
        if let value = declaration.value {
          declarations.append((declaration.property, value))
          continue
        }
        do throws(CSSError) {
          guard let value = try content.value(of: place, in: index) else { continue }
          declarations.append((declaration.property, value))
        } catch {
          hasInvalid = true
        }
      }
      surroundings.units.containerWidth =
        declarations.contains { $0.value.references.contains(.container) }
        ? containerWidth(element, nil) : nil
      let computed = CSSStyle.computed(declarations, in: parent?.style, surroundings)
      if computed.invalid.contains(where: { $0.value?.isBound ?? false }) { hasInvalid = true }
      return ComputedStyle(computed.style, scale: environment.environment.scale)
    }
  }
}
