import Foundation
import Testing

@testable import ScrollSimulation

@Suite struct ExponentialsTests {
  /// Against the system's mathematics library.
  @Test func theyAgreeWithTheSystem() {
    for step in -4000...4000 {
      let x = Double(step) / 100
      #expect(abs(exponential(x) / exp(x) - 1) < 0x1p-48)
      let y = exp(x)
      #expect(abs(naturalLogarithm(y) - log(y)) <= 0x1p-50 * max(1, abs(log(y))))
    }
    #expect(exponential(0) == 1)
    #expect(naturalLogarithm(1) == 0)
  }

  @Test func theEndsOfTheirRangesAreKept() {
    #expect(exponential(-1000) == 0)
    #expect(exponential(1000) == .infinity)
    #expect(exponential(.nan).isNaN)
    #expect(naturalLogarithm(0).isNaN)
    #expect(naturalLogarithm(-1).isNaN)
    #expect(naturalLogarithm(.infinity).isNaN)
  }
}
