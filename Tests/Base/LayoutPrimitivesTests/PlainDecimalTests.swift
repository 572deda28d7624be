import LayoutPrimitives
import Testing

@Suite struct PlainDecimalTests {
  @Test(arguments: [
    (390.0, "390"), (2.625, "2.625"), (0.0, "0"), (-0.0, "0"), (-12.5, "-12.5"),
    (0.00001, "0.00001"), (-1.25e-7, "-0.000000125"), (1e16, "10000000000000000"),
    (1.25e20, "125000000000000000000"), (0.1, "0.1"), (100_000, "100000"),
  ])
  func numbersArePlain(value: Double, text: String) {
    #expect(value.plainDecimal == text)
    #expect(Double(value.plainDecimal) == value)
  }
}
