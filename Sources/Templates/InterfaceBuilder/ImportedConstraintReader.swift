import AutoLayout
import TemplateDocuments
import XMLDocuments

/// Reads the constraints of a cell, after its views were read.
struct ImportedConstraintReader {
  private let context: ImportContext
  private let cell: ImportedCell
  private let outlets: ImportedOutlets
  private(set) var constraints: [ImportedConstraint] = []

  /// The distance, in points, of a constraint for which Interface Builder sets the standard
  /// distance.
  private static let standardSpacing = 8.0

  init(_ cell: ImportedCell, outlets: ImportedOutlets, context: ImportContext) {
    self.cell = cell
    self.outlets = outlets
    self.context = context
  }

  /// Reads the constraints of all views; those of subviews come before those of their superview.
  mutating func read() { read(0) }

  private mutating func read(_ index: Int) {
    guard cell.views.indices.contains(index) else { return }
    for subview in cell.subviews(of: index) { read(subview) }
    let view = cell.views[index]
    let excluded = classes.excluded("constraints", of: view.element)
    let wide = wideClasses.excluded("constraints", of: view.element)
    for element in view.element.children("constraints").flatMap(\.children) {
      let object = element["id"] ?? ""
      let width: ImportedConstraint.Width? =
        switch (excluded.contains(object), wide.contains(object)) {
        case (false, false): .all
        case (false, true): .compact
        case (true, false): .regular
        case (true, true): nil
        }
      guard let width else {
        context.note(
          .importedVariation, line: element.line,
          "constraints that are not installed for the size class", "they are left out")
        continue
      }
      guard var constraint = constraint(element, owner: index) else { continue }
      constraint.width = width
      readWide(element, &constraint)
      constraints.append(constraint)
    }
  }

  /// The size classes of wide screens in the mode `runtime`; otherwise those of the canvas.
  private var wideClasses: SizeClasses { context.mode == .runtime ? .pad : classes }

  private var classes: SizeClasses { context.classes }

  /// Reads the constant of a constraint in regular width.
  private func readWide(_ element: XMLElement, _ constraint: inout ImportedConstraint) {
    guard constraint.width != .compact, !element.children("variation").isEmpty else { return }
    let constant = wideClasses.value("constant", of: element).map(ImportedNumber.length) ?? 0
    if let constant, constant != constraint.constant {
      if constraint.width == .all {
        constraint.regularConstant = constant
      } else {
        constraint.constant = constant
      }
    }
    for attribute in ["multiplier", "priority"]
    where wideClasses.value(attribute, of: element) != classes.value(attribute, of: element) {
      context.note(
        .importedVariation, line: element.line,
        "another \(attribute) of a constraint for regular width",
        "that of compact width holds everywhere; write a group")
    }
  }

  /// Reads a constraint; `nil`, with a note, when it is omitted.
  private func constraint(_ element: XMLElement, owner: Int) -> ImportedConstraint? {
    let object = element["id"] ?? ""
    if context.mode == .runtime, element["placeholder"] == "YES" {
      context.note(
        .importedPlaceholder, line: element.line, "placeholder constraints",
        "they are left out, as when the app is built; code sets what takes their place")
      return nil
    }
    guard element.name == "constraint" else {
      context.note(
        .importedConstraint, line: element.line,
        "'\(ImportedViewReader.plain(element.name))' among constraints", "it is left out")
      return nil
    }
    guard
      let first = anchor(element, "first", whole: .view(owner)),
      let relation = relation(element)
    else { return nil }
    var second: ImportedConstraint.Anchor?
    if element["secondItem"] != nil || element["secondAttribute"] != nil {
      let found = anchor(
        element, "second", whole: element["secondItem"] == nil ? .view(owner) : nil)
      guard let found else { return nil }
      second = found
    }
    let standard = element["symbolic"] == "YES" ? Self.standardSpacing : 0
    guard
      let multiplier = number("multiplier", element, standard: 1, ImportedNumber.multiplier),
      let constant = number("constant", element, standard: standard, ImportedNumber.length),
      let priority = number("priority", element, standard: 1000, ImportedNumber.priority)
    else { return nil }
    let constraint = ImportedConstraint(
      object: object, name: outlets.name(of: object) ?? element["identifier"],
      line: element.line, owner: owner, first: first, relation: relation,
      multiplier: multiplier, second: second, constant: constant, priority: priority)
    return isAllowed(constraint) ? constraint : nil
  }

  /// Whether UIKit accepts the constraint's attributes; if not, a note gives the reason.
  private func isAllowed(_ constraint: ImportedConstraint) -> Bool {
    let first = constraint.first.attribute
    let advice: String?
    if let second = constraint.second?.attribute {
      advice =
        !first.isExtent && constraint.multiplier == 0
        ? "a position cannot be 0 times another" : AttributePairing.advice(first, second)
    } else {
      advice = first.isExtent ? nil : "a position needs a second item"
    }
    guard let advice else { return true }
    context.note(
      .importedConstraint, line: constraint.line,
      "a constraint of \(first.rawValue) that UIKit refuses (\(advice))", "it is left out")
    return false
  }

  /// Reads one side of a constraint; `nil`, with a note, when it is invalid.
  ///
  /// - Parameter whole: The item that is used if the file names none; `nil` if an item is required.
  private func anchor(
    _ element: XMLElement, _ side: String, whole: ImportedConstraint.Item?
  ) -> ImportedConstraint.Anchor? {
    let text = element["\(side)Attribute"] ?? ""
    guard let attribute = Attribute(rawValue: text == "baseline" ? "lastBaseline" : text) else {
      context.note(
        .importedConstraint, line: element.line,
        "the attribute '\(ImportedViewReader.plain(text))' of a constraint",
        "the constraint is left out; write it by hand")
      return nil
    }
    guard let reference = element["\(side)Item"] else {
      return whole.map { ImportedConstraint.Anchor(item: $0, attribute: attribute) }
    }
    if let item = cell.items[reference] {
      return ImportedConstraint.Anchor(item: item, attribute: attribute)
    }
    if let code = cell.leftOut[reference] {
      context.note(
        code, line: element.line, "constraints with views that are left out",
        "they are left out too")
    } else {
      context.note(
        .importedReference, line: element.line,
        "a constraint with '\(ImportedViewReader.plain(reference))', "
          + "which is no view of the cell",
        "it is left out; repair it in Interface Builder")
    }
    return nil
  }

  private func relation(_ element: XMLElement) -> Relation? {
    switch element["relation"] {
    case nil, "equal": return .equal
    case "greaterThanOrEqual": return .greaterOrEqual
    case "lessThanOrEqual": return .lessOrEqual
    case .some(let text):
      context.note(
        .importedConstraint, line: element.line,
        "the relation '\(ImportedViewReader.plain(text))'", "the constraint is left out")
      return nil
    }
  }

  /// Reads a number, taking into account variations for size classes.
  ///
  /// It is `nil`, with a note, when the number is invalid.
  private func number<Number>(
    _ attribute: String, _ element: XMLElement, standard: Number, _ read: (String) -> Number?
  ) -> Number? {
    guard let text = classes.value(attribute, of: element) else { return standard }
    if let number = read(text) { return number }
    context.note(
      .importedValue, line: element.line,
      "'\(ImportedViewReader.plain(text))' as \(attribute) of a constraint",
      "the constraint is left out; correct the number")
    return nil
  }
}

/// A constraint of an Interface Builder file, with its items resolved.
struct ImportedConstraint {
  enum Item: Hashable {
    case view(Int)
    case guide(Int)
  }

  /// One side of a constraint: an item and its attribute.
  struct Anchor: Hashable {
    var item: Item
    var attribute: Attribute
  }

  /// The width classes for which the constraint is installed.
  enum Width: Hashable {
    case all
    /// The constraint is installed only in this width class.
    case compact, regular
  }

  let object: String
  /// The name of the constraint's outlet, otherwise its identifier; `nil` without both.
  var name: String?
  let line: Int
  /// Index of the view that contains the constraint in the file.
  let owner: Int
  var first: Anchor
  var relation: Relation
  var multiplier: Double
  var second: Anchor?
  var constant: Double
  var priority: Int
  var width = Width.all
  /// The constant in regular width; `nil` if it does not differ.
  var regularConstant: Double?
}
