import CellHeightsClient
import LayoutPrimitives
import Testing

@Suite struct CellDoubtsTests {
  @Test func theBitsAreThoseOfTheEngine() {
    let bits: [String: CellDoubts] = [
      "substitute-font": .substituteFont, "size-unknown": .sizeUnknown, "relaxed": .relaxed,
      "ambiguous": .ambiguous, "limit": .limit, "collapsed": .collapsed,
    ]
    #expect(Caveats.named.count == bits.count)
    for (name, reason) in Caveats.named {
      #expect(bits[name].map { Int($0.rawValue) } == reason.rawValue)
    }
  }
}
