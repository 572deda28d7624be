import LayoutPrimitives

@testable import TextMeasurement

/// The installed fonts, resolved once for all tests.
enum Support {
  static let library = Result { () throws(TextError) in try FontLibrary(FontConfiguration()) }

  static func measurer(
    limits: TextLimits = TextLimits(), shaping: ShapingMethod = .words,
    isFastPathOn: Bool = true
  ) throws -> TextMeasurer {
    try TextMeasurer(
      library: library.get(), limits: limits, shaping: shaping, isFastPathOn: isFastPathOn)
  }

  static func rules(_ rules: TextRules, scale: Double = 3) throws -> MeasurementRules {
    try MeasurementRules(rules: rules, scale: scale)
  }

  /// Texts in many scripts, with what makes breaking and shaping hard.
  static let samples = [
    "", " ", "   ", "\n", "\n\n", "a", "a\n", "a\nb\r\nc\u{2028}d", "Hello, world",
    "The quick brown fox jumps over the lazy dog. It costs $3.50 (or 12% less), isn't it?",
    "A - B: x-ray 3x4 -> \"yes\" (NO) well-known re-entry -5 foo -- bar a/b/c . , ! 1/2 [x] {y}",
    "https://example.org/a/b?c=d&e=f#g-h_i @someone #tag https://a.b/c",
    "Supercalifragilisticexpialidocious antidisestablishmentarianism",
    "Ünïcödé Grüße naïve façade — “quoted” ‘single’ … em—dash",
    "今天天气很好，我们去公园散步吧。明天可能会下雨，“所以”要带伞！",
    "昨日は映画を見に行きました。とても面白かったです。カタカナとひらがな、漢字。",
    "오늘은 날씨가 정말 좋습니다. 산책하러 갈까요?",
    "مرحبا بالعالم، هذا نص عربي طويل مع أرقام 123 و English words.",
    "שלום עולם, זה טקסט בעברית עם 456 מספרים.",
    "नमस्ते दुनिया, यह हिन्दी में एक वाक्य है।", "สวัสดีชาวโลก นี่คือข้อความภาษาไทยที่ยาว",
    "Emoji 👩‍👩‍👧‍👦 family 🇩🇪🇫🇷 flags 👍🏽 1️⃣ #️⃣ ☺️ ☺ ©", "tab\there", "soft\u{AD}hyphen zero\u{200B}width",
    "nbsp\u{A0}here and\u{A0}there", "control\u{1}\u{7F}chars",
    "e\u{301}\u{302}\u{303}\u{323} zalgo",
    "mixed 中文 and English، عربي 日本語テスト 👍 end", "\u{FFFF}\u{10FFFF}\u{E000}",
  ]
}
