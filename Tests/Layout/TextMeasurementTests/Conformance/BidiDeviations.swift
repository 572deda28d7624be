/// Lines of BidiCharacterTest.txt 15.0.0 for which ICU 72 gives other levels, and why.
struct BidiDeviations {
  /// The rule of UAX 9 that ICU has otherwise.
  let rule: String
  let reason: String
  let lines: [Int]

  static let all = [
    BidiDeviations(
      rule: "X5a to X6a",
      reason: "ICU does not apply an override to the isolate controls inside it.",
      lines: [59, 60, 61, 62]),
    BidiDeviations(
      rule: "X6, N0",
      reason: "ICU pairs brackets although an override has made one of them a letter.",
      lines: [65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80]),
    BidiDeviations(
      rule: "N0",
      reason: "ICU does not give the marks that follow a bracket the direction of its pair.",
      lines: [83, 84, 85, 86, 87, 88, 102, 108, 113]),
    BidiDeviations(
      rule: "BD16",
      reason:
        "ICU has no limit of 63 open brackets; the line has 64. ICU's own issue is ICU-23513.",
      lines: [120]),
  ]
}
