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

/// What an element that shares its style with others has it from.
private struct SharedKey: Hashable {
  let parent: Int
  let declarations: Int
}

/// The computed styles of all elements of a document.
final class ComputedStyles: Sendable {
  let styles: [CSSStyle]
  /// The styles of the elements' boxes.
  let boxes: [SharedStyle]
  /// Whether a value of the content was not valid, so that its declaration was dropped.
  let hasInvalid: Bool

  /// Computes the styles.
  ///
  /// - Parameters:
  ///   - measurer: Measures the width of a zero; `nil` for documents without text.
  ///   - containers: The width of the content box of each container, in CSS pixels; `nil` for other
  ///     elements. Without the list, no query of a container holds.
  ///   - known: The styles of the elements that do not vary.
  ///   - varies: Whether the style of each element differs from the known one.
  init(
    _ document: CSSDocument, _ content: some CSSContent, _ environment: CSSEnvironment,
    _ measurer: TextMeasurer?, containers: [Double?] = [], known: ComputedStyles? = nil,
    varies: [Bool] = []
  ) {
    var styles: [CSSStyle] = []
    var boxes: [SharedStyle] = []
    styles.reserveCapacity(document.elements.count)
    boxes.reserveCapacity(document.elements.count)
    var hasInvalid = known?.hasInvalid ?? false
    let width = environment.environment.width
    var surroundings = CSSStyle.Surroundings(
      direction: environment.environment.direction, units: document.units(width: width))
    surroundings.zeroWidth = { style in
      // A text in a font that is missing fails the cell by itself.
      try? measurer?.zeroWidth(
        style.measured, language: environment.environment.locale, rules: environment.rules)
    }
    /// The width of the nearest container of an element, or of the nearest one of a name.
    func containerWidth(_ element: CSSElement, _ name: String?) -> Double? {
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
    /// The first element with each style that several elements share.
    var shared: [SharedKey: Int] = [:]
    /// For each element, the first one with the same style.
    var first: [Int] = []
    first.reserveCapacity(document.elements.count)
    func append(_ style: CSSStyle) {
      first.append(styles.count)
      styles.append(style)
      boxes.append(SharedStyle(style.box, scale: environment.environment.scale))
    }
    for (index, element) in document.elements.enumerated() {
      if let known, !varies[index] {
        first.append(index)
        styles.append(known.styles[index])
        boxes.append(known.boxes[index])
        continue
      }
      let parent = element.parent.map { styles[$0] }
      let key = element.parent.flatMap { parent in
        // All texts inside an element have one style.
        (element.isText ? -1 : element.sharedDeclarations).map {
          SharedKey(parent: first[parent], declarations: $0)
        }
      }
      if let key {
        if let same = shared[key] {
          first.append(same)
          styles.append(styles[same])
          boxes.append(boxes[same])
          continue
        }
        shared[key] = index
      }
      if element.isText {
        append(parent?.ofText ?? CSSStyle())
        continue
      }
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
      let computed = CSSStyle.computed(declarations, in: parent, surroundings)
      if computed.invalid.contains(where: { $0.value?.isBound ?? false }) { hasInvalid = true }
      append(computed.style)
    }
    self.styles = styles
    self.boxes = boxes
    self.hasInvalid = hasInvalid
  }
}
