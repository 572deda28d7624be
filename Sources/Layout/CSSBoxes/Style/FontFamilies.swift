import TextMeasurement

/// The fonts that the styles of a document name.
extension CSSDocument {
  /// The lists of families of all declarations, whatever their queries, each once.
  ///
  /// - Parameters:
  ///   - content: Gives the values of declarations without values of their own.
  ///   - isOnlyOfContent: Whether only those declarations count whose families may depend on the
  ///     content.
  package func families(in content: some CSSContent, isOnlyOfContent: Bool = false) -> [String] {
    var families: [String] = []
    for (index, element) in elements.enumerated() {
      for (place, declaration) in element.declarations.enumerated()
      where CSSStyle.setsFamily(declaration.property) {
        if isOnlyOfContent, declaration.value?.references.contains(.variables) == false { continue }
        for value in values(of: place, in: index, content) {
          guard let family = CSSStyle.family(declaration.property, value),
            !families.contains(family)
          else { continue }
          families.append(family)
        }
      }
    }
    return families
  }

  /// The values that a declaration may have; several with `var()`.
  private func values(
    of declaration: Int, in element: Int, _ content: some CSSContent
  ) -> [CSSValue] {
    guard let value = value(of: declaration, in: element, content) else { return [] }
    guard value.references.contains(.variables) else { return [value] }
    // Each declaration of a custom property may hold, whatever its query, beside the first of the
    // other names.
    var own: [(name: String, value: CSSValue)] = []
    for (index, element) in elements.enumerated() {
      for (place, declaration) in element.declarations.enumerated()
      where declaration.property.hasPrefix("--") {
        if let value = self.value(of: place, in: index, content) {
          own.append((declaration.property, value))
        }
      }
    }
    return ([nil] + own.map(Optional.some)).compactMap { chosen in
      var variables = CSSVariables()
      variables.declare(own.reversed() + (chosen.map { [$0] } ?? []))
      return variables.substituted(in: value)
    }
  }

  private func value(
    of declaration: Int, in element: Int, _ content: some CSSContent
  ) -> CSSValue? {
    elements[element].declarations[declaration].value
      ?? (try? content.value(of: declaration, in: element))
  }
}

extension CSSStyle {
  /// Whether a property sets the family of the font.
  package static func setsFamily(_ property: String) -> Bool {
    property == "font" || property == "font-family"
  }

  /// The list of families that a declaration sets; `nil` if its value is not valid.
  static func family(_ property: String, _ value: CSSValue) -> String? {
    var reader = CSSTextStyleReader(inheriting: CSSTextStyle())
    do throws(CSSError) {
      _ = try reader.set(property, to: value)
      return reader.style.measured.family
    } catch {
      // The declaration is dropped, with a caveat.
      return nil
    }
  }
}
