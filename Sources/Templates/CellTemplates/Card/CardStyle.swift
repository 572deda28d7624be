import CSSBoxes
import LayoutPrimitives

/// The computed style of an element.
struct CardStyle: Hashable, Sendable {
  var box = BoxStyle()
  var text = CSSTextStyle()

  /// Whether the element is a list item with a marker.
  var hasMarker: Bool { box.display == .listItem && text.hasMarker }

  /// The style of a text that is not an element of its own: only inherited properties.
  var ofText: CardStyle {
    var style = CardStyle()
    style.text = text.inherited
    style.box.direction = box.direction
    style.box.display = .inline
    return style
  }

  /// Computes the style of an element.
  ///
  /// - Parameters:
  ///   - declarations: The declarations that apply, in the order of the document.
  ///   - parent: The style of the element around; `nil` for the card.
  ///   - base: The direction of the environment.
  /// - Returns: The style, and the declarations whose values are not valid.
  static func computed(
    _ declarations: [(property: String, value: String)], in parent: CardStyle?,
    direction base: LayoutDirection
  ) -> (style: CardStyle, invalid: [String]) {
    let rem = 16.0
    var reader = CSSTextStyleReader(inheriting: parent?.text ?? CSSTextStyle(), rem: rem)
    var invalid: [String] = []
    var isText = [Bool](repeating: false, count: declarations.count)
    // The font size comes first, because lengths in `em` refer to it.
    for isFirst in [true, false] {
      for (index, declaration) in declarations.enumerated()
      where CSSTextStyleReader.setsFontSize(declaration.property) == isFirst {
        do throws(CSSError) {
          isText[index] = try set(
            declaration.property, to: declaration.value, in: &reader)
        } catch {
          isText[index] = true
          invalid.append(declaration.property)
        }
      }
    }
    var box = BoxStyle()
    box.direction = parent?.box.direction ?? base
    var boxes = BoxStyleReader(box, units: reader.units)
    // Logical properties refer to the direction.
    for isFirst in [true, false] {
      for (index, declaration) in declarations.enumerated()
      where !isText[index] && (declaration.property == "direction") == isFirst {
        do throws(CSSError) {
          if !(try boxes.set(declaration.property, to: declaration.value)) {
            invalid.append(declaration.property)
          }
        } catch {
          invalid.append(declaration.property)
        }
      }
    }
    box = boxes.style
    box.replaceLegacyBox(lineClamp: reader.style.lineClamp)
    return (CardStyle(box: box, text: reader.style), invalid)
  }

  /// Checks a property and its value.
  ///
  /// - Parameter value: The value; `nil` if it comes from the record.
  /// - Throws: `CSSError` for a property or a value that is not supported.
  static func check(_ property: String, _ value: String?) throws(CSSError) {
    var text = CSSTextStyleReader(inheriting: CSSTextStyle(), rem: 16)
    var box = BoxStyleReader(BoxStyle())
    guard let value else {
      guard isKnown(property) else { throw unknown(property) }
      return
    }
    if try set(property, to: value, in: &text) { return }
    if try box.set(property, to: value) { return }
    throw unknown(property)
  }

  private static func isKnown(_ property: String) -> Bool {
    // Any value tells whether the property is known: it is set or refused.
    do throws(CSSError) {
      var text = CSSTextStyleReader(inheriting: CSSTextStyle(), rem: 16)
      var box = BoxStyleReader(BoxStyle())
      if try text.set(property, to: "0") { return true }
      return try box.set(property, to: "0")
    } catch {
      return true
    }
  }

  private static func unknown(_ property: String) -> CSSError {
    CSSError(
      found: "the property '\(property)'",
      expected: "expected a property of the list in docs/css.md")
  }
}
