import CSSBoxes
import TextMeasurement

/// The fonts that the styles of a card name.
extension CardTree {
  /// The lists of families of all declarations, whatever their queries, each once.
  ///
  /// Of a value with bindings, it is the list for records without values.
  var families: [String] { families(in: ResolvedRecord()) { _ in true } }

  /// The lists of families that a record gives to declarations with bindings, each once.
  func boundFamilies(in record: some BindingSource) -> [String] {
    families(in: record) { $0.literal?.references.contains(.variables) ?? true }
  }

  /// Whether a record may name a family.
  var bindsFamilies: Bool {
    elements.contains { element in
      element.declarations.contains {
        (CardStyle.setsFamily($0.property) || $0.property.hasPrefix("--"))
          && !$0.value.bindings.isEmpty
      }
    }
  }

  private func families(
    in record: some BindingSource, where isIncluded: (CardDeclaration) -> Bool
  ) -> [String] {
    var families: [String] = []
    for declaration in elements.flatMap(\.declarations)
    where CardStyle.setsFamily(declaration.property) && isIncluded(declaration) {
      for value in values(of: declaration, in: record) {
        guard let family = CardStyle.family(declaration.property, value),
          !families.contains(family)
        else { continue }
        families.append(family)
      }
    }
    return families
  }

  /// The values that a declaration may have for a record; several with `var()`.
  private func values(
    of declaration: CardDeclaration, in record: some BindingSource
  ) -> [CSSValue] {
    guard let value = value(of: declaration, in: record) else { return [] }
    guard value.references.contains(.variables) else { return [value] }
    // Each declaration of a custom property may hold, whatever its query, beside the first of the
    // other names.
    let own = elements.flatMap(\.declarations).filter { $0.property.hasPrefix("--") }
      .compactMap { declaration in
        self.value(of: declaration, in: record).map { (declaration.property, $0) }
      }
    return ([nil] + own.map(Optional.some)).compactMap { chosen in
      var variables = CSSVariables()
      variables.declare(own.reversed() + (chosen.map { [$0] } ?? []))
      return variables.substituted(in: value)
    }
  }

  private func value(
    of declaration: CardDeclaration, in record: some BindingSource
  ) -> CSSValue? {
    if let literal = declaration.literal { return literal }
    return declaration.value(in: record).flatMap { try? CSSValue($0, isBound: true) }
  }
}

extension CardStyle {
  /// Whether a property sets the family of the font.
  static func setsFamily(_ property: String) -> Bool {
    property == "font" || property == "font-family"
  }

  /// The list of families that a declaration sets; `nil` if its value is not valid.
  static func family(_ property: String, _ value: CSSValue) -> String? {
    var reader = CSSTextStyleReader(inheriting: CSSTextStyle())
    do throws(CSSError) {
      return try set(property, to: value, in: &reader)
        ? CharacterStyle(card: reader.style).family : nil
    } catch {
      // The declaration is dropped, with a caveat.
      return nil
    }
  }

  /// Sets a property of texts.
  ///
  /// - Returns: Whether the property is one of texts.
  /// - Throws: `CSSError` for a value that is not supported. A family that names a file is one, so
  ///   that a record cannot name files.
  static func set(
    _ property: String, to value: CSSValue, in reader: inout CSSTextStyleReader
  ) throws(CSSError) -> Bool {
    guard setsFamily(property) else { return try reader.set(property, to: value) }
    var trial = reader
    guard try trial.set(property, to: value) else { return false }
    if let file = trial.style.fontFamily.first(where: CharacterStyle.isFile) {
      throw CSSError(
        found: "'\(file.prefix(100))', which is a file or contains a comma,",
        expected: "expected the name of a family; declare its files with --font-family or in "
          + "cellheights.yaml")
    }
    reader = trial
    return true
  }
}
