import LayoutPrimitives
import Testing

@testable import TextMeasurement

/// Sizes that Apple's engine gave to labels, as Interface Builder saved them at 2x.
///
/// These are figures only; `scripts/oracles apple` compares whole files.
@Suite struct AppleLabelTests {
  private func width(of text: String, _ style: TextStyle) throws -> Double {
    let measured = try Support.measurer()
      .prepare(text, style: style, rules: Support.rules(.uikit, scale: 2))
      .wrapped(width: 10_000, lines: 1)
    return (measured.width * 2 - 1e-6).rounded(.up) / 2
  }

  /// My-Wallet-V3-iOS, its BadgeTableViewCell, ClipboardTableViewCell, CommonTableViewCell,
  /// SwitchTableViewCell and ReferralTableViewCell.
  @Test(arguments: [
    ("title label", 500, 16.0, 70.5), ("Wallet ID", 500, 16, 67.5), ("subtitle", 500, 16, 58),
    ("Log in to Web Wallet", 500, 16, 156), ("Referral Program", 400, 12, 96),
  ])
  func widthsOfInterRoundedUpAreThoseThatWereSaved(
    text: String, weight: Int, size: Double, saved: Double
  ) throws {
    #expect(try width(of: text, TextStyle(family: "Inter", weight: weight, size: size)) == saved)
  }

  /// Whether Open Sans is installed; it is not among the packages that the project requires.
  private static var hasOpenSans: Bool {
    (try? Support.measurer().prepare(
      "x", style: TextStyle(family: "Open Sans"), rules: Support.rules(.uikit))) != nil
  }

  /// edx-app-ios, its OEXMySettingsViewController.
  @Test(.enabled(if: hasOpenSans, "Debian's fonts-open-sans is not installed"))
  func aWidthOfOpenSansRoundedUpIsThatWhichWasSaved() throws {
    let style = TextStyle(family: "Open Sans", weight: 600, size: 15)
    #expect(try width(of: "Wi-fi only download", style) == 143)
  }

  /// Labels of Apple's system font, whose line is (1950 + 494) / 2048 em high; the heights are those
  /// of interface-builder.md, seen in files of many apps.
  private static let heights: [(size: Double, lines: Int, scale: Double, height: Double)] = [
    (8, 1, 2, 10), (9, 1, 2, 11), (10, 1, 2, 12), (11, 1, 2, 13.5), (12, 1, 2, 14.5),
    (13, 1, 2, 16), (14, 1, 2, 17), (15, 1, 2, 18), (16, 1, 2, 19.5), (17, 1, 2, 20.5),
    (18, 1, 2, 21.5), (19, 1, 2, 23), (20, 1, 2, 24), (21, 1, 2, 25.5), (17, 2, 2, 41),
    (16, 2, 2, 38.5), (17, 1, 3, 61.0 / 3), (17, 1, 1, 21), (12, 1, 1, 15),
  ]

  @Test(arguments: heights)
  func heightsAreWholePixelsOfAllLinesTogether(
    size: Double, lines: Int, scale: Double, height: Double
  ) throws {
    var style = TextStyle(size: size)
    style.lineHeight = size * 2444 / 2048
    let text = Array(repeating: "x", count: lines).joined(separator: "\n")
    let measured = try Support.measurer()
      .prepare(text, style: style, rules: Support.rules(.uikit, scale: scale))
      .wrapped(width: 1000, lines: 0)
    #expect(abs(measured.height - height) < 1e-9)
  }
}
