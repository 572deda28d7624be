/// Lines of LineBreakTest.txt 15.0.0 if ICU 72 breaks otherwise, and why.
struct LineBreakDeviations {
  /// The rule of UAX 14 that ICU has otherwise.
  let rule: String
  let reason: String
  let lines: [Int]

  /// Deviations whatever the strictness.
  static let always = [
    LineBreakDeviations(
      rule: "LB21",
      reason: """
        ICU allows no break after a hyphen that begins a word (-x). Unicode made it rule LB20a later.
        """,
      lines: [2265, 2267, 2421, 2423, 2425, 2427, 2429, 2431]),
    LineBreakDeviations(
      rule: "LB25",
      reason: """
        ICU has the standard's own IS × NU (a.2). The file has the regular expression of section 8.2,
        by which a full stop before digits belongs to a number only after a digit or at its beginning.
        """,
      lines: [
        2873, 2875, 7576, 7577, 7578, 7579, 7580, 7581, 7583, 7584, 7585, 7586, 7587,
      ]),
    LineBreakDeviations(
      rule: "LB13",
      reason: """
        ICU breaks before a full stop that begins a number (equals .35). Unicode made it rule LB15c
        later.
        """,
      lines: [7477]),
  ]

  /// Further ones under `normal` and `loose`, and under `auto` in Japanese.
  static let smallKana = LineBreakDeviations(
    rule: "LB1",
    reason: """
      Small kana and the prolonged sound mark (class CJ) count as ideographs and not as nonstarters:
      `line-break: normal` of CSS.
      """,
    lines: [
      197, 199, 369, 371, 541, 543, 887, 1229, 1230, 1231, 1232, 1403, 1573, 1575, 1917, 1919,
      2089, 2091, 2261, 2263, 2433, 2435, 2605, 2607, 2777, 2779, 2949, 2951, 3121, 3123, 3293,
      3295, 3465, 3467, 3639, 3811, 3981, 3983, 4153, 4155, 4497, 4499, 5015, 5185, 5187, 5531,
      5701, 5703, 5873, 5875, 6045, 6047, 6217, 6218, 6219, 6220, 6561, 6563, 6735, 6905, 6907,
      7077, 7079, 7249, 7251, 7353, 7355, 7421, 7423, 7536, 7537, 7538, 7539, 7560, 7569, 7572,
      7573, 7574, 7575, 7599, 7609, 7610, 7622, 7623, 7629, 7640, 7641, 7642, 7643, 7644, 7646,
      7649, 7651, 7659,
    ])

  /// Further ones under `loose`.
  static let leaders = LineBreakDeviations(
    rule: "LB22",
    reason: "A line may break between two leaders (class IN): `line-break: loose` of CSS.",
    lines: [2669, 2671, 7444])

  /// Further ones in Chinese and Japanese under `normal`.
  static let waveDash = LineBreakDeviations(
    rule: "LB16",
    reason: "A line may break before a wave dash (U+301C): `line-break: normal` in CJK.",
    lines: [7633, 7634])

  /// Further ones in Chinese and Japanese under `loose`.
  static let centredPunctuation = LineBreakDeviations(
    rule: "LB13, LB21",
    reason: """
      A line may break before centred punctuation (・：！ and double marks): `line-break: loose` in
      CJK.
      """,
    lines: [7596, 7645, 7654, 7655, 7657, 7660])
}
