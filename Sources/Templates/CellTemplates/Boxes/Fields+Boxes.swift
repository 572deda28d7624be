import AutoLayout
import BoxLayouts
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments

/// Reads the values of boxes.
extension Fields {
  /// The alignments that documents name by one word.
  static let alignments: [(word: String, alignment: Alignment)] = [
    ("fill", .fill), ("center", .center), ("centerLeading", .centerLeading),
    ("centerTrailing", .centerTrailing),
    ("centerFill", .axes(vertical: .center, horizontal: .fill)),
    ("fillCenter", .axes(vertical: .fill, horizontal: .center)),
    ("fillLeading", .fillLeading), ("fillTrailing", .fillTrailing), ("topLeading", .topLeading),
    ("topTrailing", .topTrailing), ("topCenter", .topCenter), ("topFill", .topFill),
    ("bottomLeading", .bottomLeading), ("bottomTrailing", .bottomTrailing),
    ("bottomCenter", .bottomCenter), ("bottomFill", .bottomFill), ("aspectFit", .aspectFit),
  ]

  /// The alignment at a key, or `nil`: one word, or `{vertical, horizontal}`.
  func boxAlignment(_ key: String) -> Alignment? {
    guard let node = self[key] else { return nil }
    if node.entries != nil {
      guard let axes = mapping(key, node, keys: ["vertical", "horizontal"]) else { return nil }
      for axis in ["vertical", "horizontal"] where axes[axis] == nil {
        axes.reportMissing(axis, expected: "the alignment along that axis")
      }
      guard let vertical: Alignment.Vertical = axes.word("vertical"),
        let horizontal: Alignment.Horizontal = axes.word("horizontal")
      else { return nil }
      return .axes(vertical: vertical, horizontal: horizontal)
    }
    if let known = Self.alignments.first(where: { $0.word == node.text }) {
      return known.alignment
    }
    report(
      key, node, lead: "{vertical, horizontal} or one of ", words: Self.alignments.map(\.word))
    return nil
  }

  /// The insets at a key, in points; negative insets are reported.
  func boxInsets(_ key: String) -> Insets {
    let insets = insets(key)
    let sides = [insets.top, insets.leading, insets.bottom, insets.trailing]
    if let node = self[key], sides.contains(where: { $0 < 0 }) {
      report(key, node, expected: "points that are not negative")
    }
    return insets
  }

  /// Maximum absolute value of a flexibility in a document.
  static let greatestFlexibility = 1_000_000

  /// The flexibility at a key, or `nil`: a whole number, `none`, or `{horizontal, vertical}` of
  /// these.
  ///
  /// An axis that is missing in the mapping is not flexible.
  func flexibility(_ key: String) -> Flexibility? {
    guard let node = self[key] else { return nil }
    guard node.entries != nil else {
      let both = flexibleness(key)
      return Flexibility(horizontal: both, vertical: both)
    }
    guard let axes = mapping(key, node, keys: ["horizontal", "vertical"]) else { return nil }
    return Flexibility(
      horizontal: axes.flexibleness("horizontal"), vertical: axes.flexibleness("vertical"))
  }

  private func flexibleness(_ key: String) -> Int? {
    if self[key]?.text == "none" { return nil }
    let most = Self.greatestFlexibility
    return integer(
      key, in: -most...most,
      expected: "a whole number from -\(most) to \(most), none, or {horizontal, vertical}")
  }

  /// The number that a box declares for a role; `nil` if it is absent or invalid.
  ///
  /// It is a number, a constant's name, a `{binding}`, or the quotient of two bindings. A ratio may
  /// also be the quotient of two numbers, as in `16/9`. Invalid numbers are reported.
  func boxNumber(_ role: BoxNumber.Role, constants: [TemplateConstant]) -> BoxNumber.Source? {
    let key = role.rawValue
    guard let node = self[key] else { return nil }
    let range = role.range
    let expected =
      (role.isRatio
        ? "a ratio of width to height from 0.0001 to 10000, as in 1.5 or 16/9"
        : "points from 0 to a million") + ", the name of a constant, or a {binding}"
    guard node.text != nil else {
      return number(key, in: range, expected: expected).map { .literal($0) }
    }
    guard let text = text(key) else { return nil }
    let line = line(of: key)
    var cursor = TextCursor(text)
    do throws(NotationError) {
      cursor.skipSpace()
      let start = cursor.offset
      let quantity = try cursor.namedQuantity()
      var ratio: Double?
      if role.isRatio, case .literal(let width)? = quantity, cursor.consumeSpaced("/") {
        cursor.skipSpace()
        guard let height = try cursor.unsignedNumber(), height > 0 else {
          throw NotationError(
            offset: cursor.offset, found: "no number above 0", expected: "the height of the ratio")
        }
        ratio = width / height
      }
      cursor.skipSpace()
      guard let quantity, cursor.isAtEnd else {
        report(key, node, expected: expected)
        return nil
      }
      switch quantity {
      case .literal(let value):
        let value = ratio ?? value
        guard range.contains(value) else {
          report(key, node, expected: expected)
          return nil
        }
        return .literal(value)
      case .bound(let ratio): return .bound(try BoundNumber(ratio))
      case .named(let name, let isNegated, _):
        if isNegated {
          throw NotationError(
            offset: start, found: "'-'", expected: "a number that is not negative")
        }
        return constant(name, role, constants, line)
      }
    } catch {
      context.report(error, .bindingSyntax, in: text, line: line)
      return nil
    }
  }

  /// The constant with a name; `nil`, with a problem reported, if a value is out of the role's
  /// range.
  private func constant(
    _ name: String, _ role: BoxNumber.Role, _ constants: [TemplateConstant], _ line: Int
  ) -> BoxNumber.Source? {
    guard let index = constants.firstIndex(where: { $0.name == name }) else {
      let known = constants.map(\.name)
      context.report(
        .unknownName, line: line, found: "the unknown constant '\(DocumentNode.shortened(name))'",
        expected: known.isEmpty
          ? "expected a number, or a constant that 'constants' declares"
          : "expected one of " + known.joined(separator: ", ")
            + context.suggestion(for: name, among: known))
      return nil
    }
    let values = [constants[index].standard] + constants[index].cases.map(\.value)
    if let wrong = values.first(where: { !role.range.contains($0) }) {
      context.report(
        .invalidValue, line: line,
        found: "the constant '\(name)', which may be \(DocumentWriter.number(wrong)), as "
          + "'\(role.rawValue)' of \(what)",
        expected: role.isRatio
          ? "expected a ratio from 0.0001 to 10000" : "expected points from 0 to a million")
      return nil
    }
    return .constant(index)
  }
}
