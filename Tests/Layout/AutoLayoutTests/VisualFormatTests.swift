import AutoLayout
import LayoutPrimitives
import Testing

@Suite struct VisualFormatTests {
  @Test(arguments: [
    ("H:|-16-[a]", ["a.leading == superview.leading + 16"]),
    ("|[a]|", ["a.leading == superview.leading", "superview.trailing == a.trailing"]),
    (
      "|-[a]-|",
      ["a.leading == superview.leadingMargin", "superview.trailingMargin == a.trailing"]
    ),
    (
      "V:|-[a]-|", ["a.top == superview.topMargin", "superview.bottomMargin == a.bottom"]
    ),
    ("[a]-[b]", ["b.leading == a.trailing + 8"]),
    ("[a][b]", ["b.leading == a.trailing"]),
    ("V:[a]-0-[b]", ["b.top == a.bottom"]),
    ("V:[a]-2.5e1-[b]", ["b.top == a.bottom + 25"]),
    (
      "[a]-(>=8@750,<=20)-[b]",
      ["b.leading >= a.trailing + 8 @750", "b.leading <= a.trailing + 20"]
    ),
    ("[a]-(-4)-[b]", ["b.leading == a.trailing - 4"]),
    ("[a(50)]", ["a.width == 50"]),
    ("V:[a(>=50@20)]", ["a.height >= 50 @20"]),
    ("[a(==b)]-[b]", ["a.width == b.width", "b.leading == a.trailing + 8"]),
    ("[a(b@1)]", ["a.width == b.width @1"]),
    ("[a(>=70,<=100)]", ["a.width >= 70", "a.width <= 100"]),
    ("[a({image.width|16})]", ["a.width == {image.width|16}"]),
    ("[a]-{gap|8}-[b]", ["b.leading == a.trailing + {gap|8}"]),
    ("[a]-(>={x}/{y}@5)-[b]", ["b.leading >= a.trailing + {x}/{y} @5"]),
    ("[\"KGk-i7-Jjw\"(\"a b\")]", ["\"KGk-i7-Jjw\".width == \"a b\".width"]),
    (
      " H : | - 1 - [ a ( == 5 @ 3 ) ] - ( >= 2 ) - | ",
      [
        "a.leading == superview.leading + 1", "a.width == 5 @3",
        "superview.trailing >= a.trailing + 2",
      ]
    ),
    // The examples of Apple's guide, in its order.
    ("[button]-[textField]", ["textField.leading == button.trailing + 8"]),
    ("[button(>=50)]", ["button.width >= 50"]),
    (
      "|-50-[purpleBox]-50-|",
      [
        "purpleBox.leading == superview.leading + 50",
        "superview.trailing == purpleBox.trailing + 50",
      ]
    ),
    ("V:[topField]-10-[bottomField]", ["bottomField.top == topField.bottom + 10"]),
    ("[maroonView][blueView]", ["blueView.leading == maroonView.trailing"]),
    ("[button(100@20)]", ["button.width == 100 @20"]),
    ("[button1(==button2)]", ["button1.width == button2.width"]),
    (
      "[flexibleButton(>=70,<=100)]", ["flexibleButton.width >= 70", "flexibleButton.width <= 100"]
    ),
    (
      "|-[find]-[findNext]-[findField(>=20)]-|",
      [
        "find.leading == superview.leadingMargin", "findNext.leading == find.trailing + 8",
        "findField.leading == findNext.trailing + 8", "findField.width >= 20",
        "superview.trailingMargin == findField.trailing",
      ]
    ),
  ]) func reads(text: String, constraints: [String]) throws {
    #expect(try VisualFormat.parse(text).constraints.map(\.description) == constraints)
    #expect(VisualFormat.isVisualFormat(text))
  }

  @Test func tellsItsAxisViewsAndSuperview() throws {
    let format = try VisualFormat.parse("V:|-8-[a]-8-[b(a)]|")
    #expect(format.axis == .vertical)
    #expect(format.views.map(\.name) == ["a", "b"])
    #expect(format.views.map(\.offset) == [7, 13])
    #expect(format.superviewOffset == 2)
    #expect(try VisualFormat.parse("[a]-|").superviewOffset == 4)
    #expect(try VisualFormat.parse("[a]").superviewOffset == nil)
  }

  @Test(arguments: [
    ("", 0, "the end"), ("H:", 2, "the end"), ("H[a]", 1, "'['"), ("Z:[a]", 0, "'Z'"),
    ("|", 1, "the end"), ("|-|", 2, "'|'"), ("|-8-|", 4, "'|'"), ("[a", 2, "the end"),
    ("[]", 1, "']'"), ("[5]", 1, "'5'"), ("[a]-", 4, "the end"), ("[a]-8", 5, "the end"),
    ("[a]-8[b]", 5, "'['"), ("[a]--[b]", 4, "'-'"), ("[a]--8-[b]", 4, "'-'"),
    ("[a]-gap[b]", 7, "'['"), ("[a]-(8 gap)-[b]", 7, "'gap'"), ("[a]-()-[b]", 5, "')'"),
    ("[a]-(8,)-[b]", 7, "')'"), ("[a]-(8-[b]", 6, "'-'"), ("[a()]", 3, "')'"),
    ("[a(=5)]", 3, "'='"), ("[a(5@0)]", 5, "the priority 0"), ("[a(5@-b)]", 5, "'-'"),
    ("[a]|[b]", 4, "'['"), ("[a]x", 3, "'x'"), ("[a b]", 3, "'b'"),
    ("[a(\"b)]", 3, "a \" that is never closed"),
    ("[a(5)(6)]", 5, "'('"), ("|[a]-8-", 7, "the end"), ("[a]-(>=)-[b]", 7, "')'"),
  ]) func pointsAtTheCharacter(text: String, offset: Int, found: String) {
    let error = #expect(throws: NotationError.self) { try VisualFormat.parse(text) }
    #expect(error?.offset == offset)
    #expect(error?.found == found)
  }

  @Test func numbersMayBeNamedAsMetricsAre() throws {
    let format = try VisualFormat.parse("|-side-[a(>=least)]-(gap@750)-[b]")
    #expect(
      format.constraints.map(\.description) == [
        "a.leading == superview.leading + side", "a.width >= least.width",
        "b.leading == a.trailing + gap @750",
      ])
    #expect(
      try LinearForm.parse("a.top == b.bottom - gap").description == "a.top == b.bottom - gap")
    #expect(try LinearForm.parse("a.width == side").description == "a.width == side")
    #expect(
      try LinearForm.parse("a.width == ratio * b.height + side").description
        == "a.width == ratio * b.height + side")
  }

  @Test("L7: a priority may be a metric, a number may have a plus")
  func readsPrioritiesByNameAndPlusSigns() throws {
    let format = try VisualFormat.parse("|-(8 @ high)-[a(50@low, >=5@+20)]-+3-[b]-(+4)-|")
    #expect(
      format.constraints.map(\.priorityName?.name) == ["high", "low", nil, nil, nil])
    #expect(format.constraints.map(\.priority.value) == [1000, 1000, 20, 1000, 1000])
    #expect(format.constraints.map(\.constant.literal) == [8, 50, 5, 3, 4])
    for (text, words) in [
      ("[a(50@249.5)]", "no fractions"), ("[a]--5-[b]", "in parentheses"),
      ("[a(50@-5)]", "from 1 to 1000"), ("[a(50@+)]", "from 1 to 1000"),
    ] {
      let error = #expect(throws: NotationError.self) { try VisualFormat.parse(text) }
      #expect(error?.expected.contains(words) == true, "\(text): \(String(describing: error))")
    }
  }

  @Test func linearFormIsNotTakenForVisualFormat() {
    #expect(!VisualFormat.isVisualFormat("title.top == avatar.top"))
    #expect(!VisualFormat.isVisualFormat("\"H:\".top == a.top"))
    for text in ["foo:bar", "title:top == 8", "a : 5", "X:", "H", "H.top == a.top"] {
      #expect(!VisualFormat.isVisualFormat(text), "\(text)")
    }
    for text in ["X:[a]", "x : |-[a]", "h:|[a]", "V:", "H : a"] {
      #expect(VisualFormat.isVisualFormat(text), "\(text)")
    }
  }
}
