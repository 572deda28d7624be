/// The custom properties of an element with their computed values; they are inherited.
///
/// Source: CSS Custom Properties 1.
package struct CSSVariables: Hashable, Sendable {
  /// The valid values, by the names with their hyphens.
  private var values: [String: CSSValue] = [:]

  /// Creates an element without custom properties.
  package init() {}

  /// Sets the custom properties that an element declares, of which a later one is stronger.
  package mutating func declare(_ declarations: [(name: String, value: CSSValue)]) {
    guard !declarations.isEmpty else { return }
    var own: [String: CSSValue] = [:]
    for (name, value) in declarations { own[name] = value }
    var resolution = Resolution(inherited: values, own: own)
    for (name, _) in declarations { resolution.resolve(name) }
    for (name, value) in resolution.results { values[name] = value }
  }

  /// A value with those of custom properties.
  ///
  /// - Returns: `nil` for a value that is invalid at computed-value time, or longer than
  ///   `CSSValue.byteLimit`.
  package func substituted(in value: CSSValue) -> CSSValue? {
    guard value.references.contains(.variables) else { return value }
    return value.substituted { values[$0] }
  }

  /// Computes the custom properties of one element.
  private struct Resolution {
    let inherited: [String: CSSValue]
    let own: [String: CSSValue]
    /// The computed values; `nil` for properties that are not valid.
    private(set) var results: [String: CSSValue?] = [:]

    init(inherited: [String: CSSValue], own: [String: CSSValue]) {
      self.inherited = inherited
      self.own = own
    }

    /// Computes a property, after those that it refers to.
    ///
    /// Properties that refer to one another in a circle are invalid. The stack is not the
    /// program's, because a chain may be as long as the document.
    mutating func resolve(_ name: String) {
      guard results[name] == nil else { return }
      var stack = [name]
      var open: Set = [name]
      while let name = stack.last, let value = own[name] {
        var missing: String?
        let result = computed(value, of: name, &missing)
        guard let missing else {
          results[name] = .some(result)
          open.remove(name)
          stack.removeLast()
          continue
        }
        if open.insert(missing).inserted {
          stack.append(missing)
          continue
        }
        while let member = stack.popLast() {
          results[member] = .some(nil)
          open.remove(member)
          if member == missing { break }
        }
      }
    }

    /// The value of a property.
    ///
    /// - Parameter missing: Set to the first property that must be computed before.
    private func computed(
      _ value: CSSValue, of name: String, _ missing: inout String?
    ) -> CSSValue? {
      if value.isKeyword("initial") { return nil }
      if value.isKeyword("inherit") || value.isKeyword("unset") { return inherited[name] }
      guard value.references.contains(.variables) else { return value }
      return value.substituted { next in
        if let known = results[next] { return known }
        guard own[next] != nil else { return inherited[next] }
        missing = missing ?? next
        return nil
      }
    }
  }
}
