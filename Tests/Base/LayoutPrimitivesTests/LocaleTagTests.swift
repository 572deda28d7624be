import LayoutPrimitives
import Testing

@Suite struct LocaleTagTests {
  @Test(arguments: [
    "ar", "he", "iw", "fa", "ur", "ps", "sd", "ug", "yi", "dv", "ckb", "ar-EG", "he-IL", "az-Arab",
    "az_arab", "pa-PK", "uz-AF", "ks", "nqo", "syr", "ff-Adlm", "zh-Arab", "ar-u-nu-latn",
  ])
  func theseRunFromRightToLeft(tag: String) {
    #expect(LocaleTag(tag)?.direction == .rightToLeft)
  }

  @Test(arguments: [
    "en", "zh-Hant", "ja", "az", "az-Latn-IR", "ur-Latn", "ar-Latn", "ks-Deva", "pa", "ku", "mn",
    "en-u-ca-arab", "en-x-arab", "sd-Deva", "sd-IN",
  ])
  func theseRunFromLeftToRight(tag: String) {
    #expect(LocaleTag(tag)?.direction == .leftToRight)
  }

  @Test func caseIsPutRight() {
    #expect(LocaleTag("ZH_hANT_tw")?.text == "zh-Hant-TW")
    #expect(LocaleTag("en-US-U-CA-Arab")?.text == "en-US-u-ca-arab")
    #expect(LocaleTag("es-419")?.text == "es-419")
  }

  @Test(arguments: ["", "e", "-en", "en--US", "en US", "1en", "toolongtag", "en-toolongtag"])
  func whatIsNoTagIsRefused(text: String) {
    #expect(LocaleTag(text) == nil)
  }
}
