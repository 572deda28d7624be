import LayoutPrimitives
import Testing

import TextMeasurement

@Suite struct DynamicTypeTests {
  /// Selected cells of Apple's table.
  @Test(arguments: [
    (TextStyleName.body, SizeCategory.large, 17.0, 22.0, 400), (.headline, .large, 17, 22, 600),
    (.largeTitle, .extraSmall, 31, 38, 400), (.largeTitle, .accessibility5, 60, 70, 400),
    (.title2, .accessibility1, 34, 41, 400), (.footnote, .small, 12, 16, 400),
    (.caption2, .accessibility5, 40, 48, 400), (.caption1, .medium, 11, 13, 400),
    (.callout, .accessibility2, 32, 39, 400), (.subheadline, .extraExtraExtraLarge, 21, 28, 400),
  ])
  func sizesFollowTheCategory(
    style: TextStyleName, category: SizeCategory, size: Double, leading: Double, weight: Int
  ) {
    let type = DynamicType(style, category: category)
    #expect(type.size == size)
    #expect(type.leading == leading)
    #expect(type.weight == weight)
  }

  @Test func sizesNeverShrinkAsTheCategoryGrows() {
    for style in TextStyleName.allCases {
      let sizes = SizeCategory.allCases.map { DynamicType(style, category: $0).size }
      #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }
}

@Suite struct ScaledSizeTests {
  /// Body is 17 points at Large, 53 at AX5 and 14 at XS.
  @Test func aSizeOfOnesOwnGrowsWithItsStyle() {
    #expect(DynamicType.scaled(20, with: .body, category: .large) == 20)
    #expect(DynamicType.scaled(17, with: .body, category: .accessibility5) == 53)
    #expect(DynamicType.scaled(34, with: .body, category: .extraSmall) == 28)
  }
}
