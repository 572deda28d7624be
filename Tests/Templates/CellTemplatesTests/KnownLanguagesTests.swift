import CellTemplates
import LayoutPrimitives
import Testing

@Suite struct KnownLanguagesTests {
  @Test(
    "H4: what ICU falls back for passes",
    arguments: [
      "en", "en-XA", "de-CH", "zh-Hant-HK", "pt-BR", "az-Arab-IR", "iw", "sh", "no", "fil", "eng",
      "trw", "yue", "und", "mul", "qaa", "tlh", "en-u-nu-thai", "ar-001",
    ])
  func aKnownLanguagePasses(locale: String) throws {
    try KnownLanguages().check(try Environment(width: 390, locale: locale))
  }

  @Test(
    "H4: an unknown language is refused with the nearest",
    arguments: [
      ("klingon", "'tlh' (Klingon)"), ("german", "'de' (German)"), ("root", nil),
      ("xqzzyvwk", nil),
    ] as [(String, String?)])
  func anUnknownLanguageIsRefused(locale: String, nearest: String?) throws {
    let environment = try Environment(width: 390, locale: locale)
    let error = #expect(throws: KnownLanguages.Failure.self) {
      try KnownLanguages().check(environment)
    }
    #expect(error?.locale == locale)
    if let nearest { #expect(error?.nearest == nearest) }
  }
}
