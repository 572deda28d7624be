package import LayoutPrimitives
import TextMeasurement

// reason: a plain value
/// The computed style of an element.
package struct CSSStyle: Hashable, Sendable {
  package var box = BoxStyle()
  package var text = CSSTextStyle()
  /// The custom properties, which are inherited.
  package var variables = CSSVariables()

  /// Creates the initial style.
  package init() {}

  /// The style of a text that is not an element of its own: only inherited properties.
  package var ofText: CSSStyle {
    var style = CSSStyle()
    style.text = text.inherited
    style.box.direction = box.direction
    style.box.display = .inline
    return style
  }

  /// What the style of an element depends on besides the elements around.
  package struct Surroundings {
    /// The direction of the environment.
    package var direction = LayoutDirection.leftToRight
    /// The sizes of the viewport and of the nearest container.
    package var units = CSSUnits()
    /// Measures the width of a zero in the font of a style, in CSS pixels; `nil` if it is not known.
    package var zeroWidth: (CSSTextStyle) -> Double? = { _ in nil }

    /// Creates surroundings.
    package init(direction: LayoutDirection = .leftToRight, units: CSSUnits = CSSUnits()) {
      self.direction = direction
      self.units = units
    }
  }

  /// A style, and the declarations whose values are not valid.
  package struct Computed {
    package var style = CSSStyle()
    /// Their indices, with the values after substitution; `nil` where a custom property is missing.
    package var invalid: [(declaration: Int, value: CSSValue?)] = []
  }

  /// Computes the style of an element.
  ///
  /// - Parameters:
  ///   - declarations: The declarations that apply, in the order of the document.
  ///   - parent: The style of the element around; `nil` for the root.
  package static func computed(
    _ declarations: [(property: String, value: CSSValue)], in parent: CSSStyle?,
    _ surroundings: Surroundings
  ) -> Computed {
    var result = Computed()
    result.style.variables = parent?.variables ?? CSSVariables()
    result.style.variables.declare(
      declarations.filter { $0.property.hasPrefix("--") }.map { ($0.property, $0.value) })
    var values = declarations.map(\.value)
    for (index, declaration) in declarations.enumerated()
    where !declaration.property.hasPrefix("--") {
      let value = result.style.variables.substituted(in: declaration.value)
      if value == nil { result.invalid.append((index, nil)) }
      values[index] = value ?? .unset
    }
    /// Sets a property; with `var()`, one that is not valid is unset.
    func apply(_ index: Int, _ set: (CSSValue) throws(CSSError) -> Bool) -> Bool {
      do throws(CSSError) {
        return try set(values[index])
      } catch {
        if !result.invalid.contains(where: { $0.declaration == index }) {
          result.invalid.append((index, values[index]))
        }
        guard declarations[index].value.references.contains(.variables),
          values[index] != .unset
        else { return true }
        values[index] = .unset
        return apply(index, set)
      }
    }
    /// The family of the element; `nil` if neither it nor the font size is declared.
    func family(_ indices: Range<Int>, in texts: CSSTextStyleReader) -> String? {
      var texts = texts
      var isDeclared = false
      for index in indices
      where setsFamily(declarations[index].property)
        || CSSTextStyleReader.setsFontSize(declarations[index].property)
      {
        isDeclared = true
        if setsFamily(declarations[index].property) {
          _ = try? texts.set(declarations[index].property, to: values[index])
        }
      }
      return isDeclared ? texts.style.measured.family : nil
    }
    let properties = declarations.indices.filter { !declarations[$0].property.hasPrefix("--") }
    let needsZero = values.contains { $0.references.contains(.zeroWidth) }
    let outer = parent?.text ?? CSSTextStyle()
    var texts = CSSTextStyleReader(
      inheriting: outer, units: surroundings.units,
      parentZeroWidth: needsZero ? surroundings.zeroWidth(outer) : nil)
    // The font size comes first, because lengths in `em` refer to it.
    for index in properties
    where CSSTextStyleReader.setsFontSize(declarations[index].property) {
      _ = apply(index) { value throws(CSSError) in
        try texts.setFontSize(by: declarations[index].property, to: value)
        return true
      }
    }
    if let family = family(declarations.indices, in: texts) { texts.adaptSize(toFamily: family) }
    if needsZero {
      // The other properties of fonts depend on no lengths.
      var fonts = texts
      for index in properties {
        _ = try? fonts.set(declarations[index].property, to: values[index])
      }
      texts.setZeroWidth(surroundings.zeroWidth(fonts.style))
    }
    var others: [Int] = []
    for index in properties {
      let isText = apply(index) { value throws(CSSError) in
        try texts.set(declarations[index].property, to: value)
      }
      if !isText { others.append(index) }
    }
    result.style.text = texts.style
    result.style.box.direction = parent?.box.direction ?? surroundings.direction
    result.style.box.blockAlign = texts.style.blockAlign
    result.style.box.table = texts.style.tables
    result.style.box.table.alignment = TableStyle.Alignment(texts.style.verticalAlign)
    var boxes = BoxStyleReader(result.style.box, units: texts.units)
    // Logical properties refer to the direction.
    for isFirst in [true, false] {
      for index in others where (declarations[index].property == "direction") == isFirst {
        let isKnown = apply(index) { value throws(CSSError) in
          try boxes.set(declarations[index].property, to: value)
        }
        if !isKnown { result.invalid.append((index, values[index])) }
      }
    }
    result.style.box = boxes.style
    if boxes.style.display.isTable, texts.style.blockAlign != nil {
      // Chromium resets these values in tables.
      (result.style.text.align, result.style.text.blockAlign) = (.start, nil)
      result.style.box.blockAlign = nil
    }
    result.style.box.replaceLegacyBox(lineClamp: texts.style.lineClamp)
    result.style.box.blockify(in: parent?.box)
    return result
  }

  /// Checks a property and its value.
  ///
  /// - Parameters:
  ///   - value: The value; `nil` if it comes from the content.
  ///   - viewportHeight: The height of the viewport in CSS pixels; `nil` if it is not known.
  /// - Throws: `CSSError` for a property or a value that is not supported.
  package static func check(
    _ property: String, _ value: CSSValue?, viewportHeight: Double?
  ) throws(CSSError) {
    guard let value, !value.references.contains(.variables) else {
      // A value with custom properties is checked with those of the elements around.
      guard isKnown(property) else { throw unknown(property) }
      return
    }
    let units = CSSUnits(viewportWidth: 320, viewportHeight: viewportHeight)
    var text = CSSTextStyleReader(inheriting: CSSTextStyle(), units: units)
    var box = BoxStyleReader(BoxStyle(), units: units)
    if CSSTextStyleReader.setsFontSize(property) {
      try text.setFontSize(by: property, to: value)
    }
    if try text.set(property, to: value) { return }
    if try box.set(property, to: value) { return }
    throw unknown(property)
  }

  /// Whether a name is that of a property, supported or not.
  package static func isProperty(_ name: String) -> Bool {
    name.hasPrefix("--") || name.hasPrefix("@") || CSSProperties.painted.contains(name)
      || CSSProperties.refused[name] != nil || isKnown(name)
  }

  /// The end of an error message about a property that is not known: the nearest one.
  package static func suggestion(for property: String) -> String {
    if isProperty(property) { return "" }
    return names.suggestion(for: property)
  }

  private static let names = NearestName(
    (CSSTextStyleReader.properties.keys + BoxStyleReader.names).sorted())

  private static func isKnown(_ property: String) -> Bool {
    CSSTextStyleReader.properties[property] != nil || BoxStyleReader.isKnown(property)
  }

  private static func unknown(_ property: String) -> CSSError {
    CSSError(
      found: "the property '\(property)'",
      expected: "expected a property of the list in docs/css.md")
  }
}
