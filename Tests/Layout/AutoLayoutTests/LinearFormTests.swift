import AutoLayout
import Testing

@Suite struct LinearFormTests {
  /// Each text with its canonical spelling.
  @Test(arguments: [
    ("title.top == avatar.top", "title.top == avatar.top"),
    ("body.top >= avatar.bottom + 4", "body.top >= avatar.bottom + 4"),
    ("badge.height == 24", "badge.height == 24"),
    ("photo.height == 0.5625 * photo.width @999", "photo.height == 0.5625 * photo.width @999"),
    ("a.top==b.bottom-8", "a.top == b.bottom - 8"),
    ("  a . top  <=  2*b . bottom  -  .5 @ 1 ", "a.top <= 2.0 * b.bottom - 0.5 @1"),
    ("a.width == 1.5e1", "a.width == 15"),
    ("a.width == +3", "a.width == 3"),
    ("a.width == 3.", "a.width == 3"),
    ("a.top == b.top + -4", "a.top == b.top - 4"),
    ("a.top == b.top - -4", "a.top == b.top + 4"),
    ("a.top == -1 * b.top", "a.top == -1 * b.top"),
    (
      "\"KGk-i7-Jjw\".leading == cell.leadingMargin", "\"KGk-i7-Jjw\".leading == cell.leadingMargin"
    ),
    ("a.width == b.height", "a.width == b.height"),
    ("a.height == {h}", "a.height == {h}"),
    ("a.height == -{h}", "a.height == -{h}"),
    ("a.top == b.top - {gap|8}", "a.top == b.top - {gap|8}"),
    ("a.top == b.top - -{gap|8}", "a.top == b.top + {gap|8}"),
    (
      "photo.height == {image.height|9}/{image.width|16} * photo.width",
      "photo.height == {image.height|9}/{image.width|16} * photo.width"
    ),
    ("a.height == {h} / {w} * a.width + {x} @ 20", "a.height == {h}/{w} * a.width + {x} @20"),
    ("a.leading == b.centerX", "a.leading == b.centerX"),
    ("a.centerX == cell.centerXWithinMargins", "a.centerX == cell.centerXWithinMargins"),
    ("a.firstBaseline == b.lastBaseline + 20", "a.firstBaseline == b.lastBaseline + 20"),
    ("a.left == b.rightMargin", "a.left == b.rightMargin"),
    ("a.width == 0 * b.width + 5", "a.width == 0 * b.width + 5"),
  ]) func reads(text: String, meaning: String) throws {
    let expected = meaning.replacing("2.0 *", with: "2 *")
    #expect(try LinearForm.parse(text).description == expected)
  }

  /// Reading the canonical spelling again changes nothing.
  @Test(arguments: ["a.top == {x} * b.bottom - {y}/{z} @7", "\"x y\".width <= 1e-7 @1000"])
  func spellingIsStable(text: String) throws {
    let once = try LinearForm.parse(text).description
    #expect(try LinearForm.parse(once).description == once)
  }

  @Test(arguments: [
    ("", 0, "the end", "an item's id"),
    ("5 == a.top", 0, "'5'", "an item's id"),
    ("title", 5, "the end after the item 'title'", "'.' and an attribute"),
    ("title.", 6, "the end", "an attribute"),
    ("title.tpo == a.top", 6, "the attribute 'tpo'", "did you mean 'top'?"),
    ("title.baseline == a.top", 6, "the attribute 'baseline'", "firstBaseline or lastBaseline"),
    ("title.top = a.top", 10, "'='", "==, >= or <="),
    ("title.top < a.top", 10, "'<'", "==, >= or <="),
    ("title.top ==", 12, "the end", "a number, a {binding} or ITEM.ATTRIBUTE"),
    ("title.top == \"a\"", 16, "the end after the item 'a'", "'.' and an attribute"),
    ("title.top == a.top + b.top", 21, "'b'", "a named constant or a {binding}"),
    ("title.width == a.width * 2", 23, "'*'", "the factor in front"),
    ("title.width == a.width / 2", 23, "'/'", "only bindings are divided"),
    ("title.width == 2 a.width", 17, "'a'", "'*' and ITEM.ATTRIBUTE"),
    ("title.width == 2 @0", 18, "the priority 0", "from 1 to 1000"),
    ("title.width == 2 @1001", 18, "the priority 1001", "from 1 to 1000"),
    ("title.width == 2 @2.5", 18, "the priority 2.5", "from 1 to 1000"),
    ("title.width == 2 @high", 18, "'high'", "from 1 to 1000"),
    ("title.width == 2 @5 x", 20, "'x'", "the end"),
    ("title.width == 1e999", 15, "a number too large to hold", "below 1e308"),
    ("\"title.width == 2", 0, "a \" that is never closed", "a closing"),
    ("title.width == {x", 15, "a '{' that is never closed", "a closing '}'"),
    ("title.width == {x}/2", 19, "'2'", "a binding in braces"),
    ("title.width == {x{y}}", 17, "'{' inside a binding", "'}'"),
  ]) func refuses(text: String, offset: Int, found: String, expected: String) {
    let error = #expect(throws: NotationError.self) { try LinearForm.parse(text) }
    #expect(error?.kind == .syntax)
    #expect(error?.offset == offset)
    #expect(error?.found == found)
    #expect(error?.expected.contains(expected) == true, "\(error?.expected ?? "")")
  }

  /// Texts for which UIKit throws an exception, and the advice for each.
  @Test(arguments: [
    ("a.top == 5", 0, "top == cell.top + 8"),
    ("a.leading == {x}", 0, "leading == cell.leading + 8"),
    ("a.top == 0 * b.top + 5", 0, "top == cell.top + 8"),
    ("a.leading == b.left", 13, "write leading instead of left"),
    ("a.right == b.trailingMargin", 11, "write trailing instead of right"),
    ("a.leadingMargin == b.rightMargin", 19, "write trailingMargin instead of rightMargin"),
    ("a.top == b.leading", 9, "top with top, bottom, centerY or a baseline"),
    ("a.left == b.top", 10, "left with left, right or centerX"),
    ("a.leading == b.centerY", 13, "leading with leading, trailing or centerX"),
    ("a.top == b.height", 9, "width and height measure, top places"),
    ("a.width == b.centerX", 11, "width and height measure, centerX places"),
  ]) func refusesWhatUIKitRefuses(text: String, offset: Int, advice: String) {
    let error = #expect(throws: NotationError.self) { try LinearForm.parse(text) }
    #expect(error?.kind == .pairing)
    #expect(error?.offset == offset)
    #expect(error?.expected.contains(advice) == true, "\(error?.expected ?? "")")
  }

  /// UIKit's rule over all pairs, stated a second time by sets of names.
  @Test func pairingTableIsUIKits() {
    let extents: Set<Attribute> = [.width, .height]
    let turning: Set<Attribute> = [.leading, .trailing, .leadingMargin, .trailingMargin]
    let fixed: Set<Attribute> = [.left, .right, .leftMargin, .rightMargin]
    let centres: Set<Attribute> = [.centerX, .centerXWithinMargins]
    let vertical = Set(Attribute.allCases).subtracting(extents).subtracting(turning)
      .subtracting(fixed).subtracting(centres)
    for first in Attribute.allCases {
      for second in Attribute.allCases {
        let pair: Set = [first, second]
        let allowed =
          [extents, vertical, turning.union(centres), fixed.union(centres)]
          .contains { pair.isSubset(of: $0) }
        #expect((AttributePairing.advice(first, second) == nil) == allowed, "\(first) \(second)")
      }
    }
  }
}
