/// Finds the packages of Debian 12 that contain the Noto families.
enum NotoFamilies {
  /// The package of a family, by its lowercased name; nil when unknown.
  static func package(ofFamily name: String) -> String? {
    guard name.hasPrefix("noto ") else { return nil }
    let rest = name.dropFirst(5)
    if rest == "color emoji" { return "fonts-noto-color-emoji" }
    if cjk.contains(where: { rest == $0 || rest.hasPrefix($0 + " ") }) { return "fonts-noto-cjk" }
    if rest == "mono" || rest == "sans mono" { return "fonts-noto-mono" }
    if userInterface.contains(String(rest)) { return "fonts-noto-ui-core" }
    return isCore(rest) ? "fonts-noto-core" : nil
  }

  private static let cjk = ["sans cjk", "serif cjk", "sans mono cjk"]

  private static func isCore(_ rest: Substring) -> Bool {
    if rest == "sans" || rest == "serif" || others.contains(String(rest)) { return true }
    if rest.hasPrefix("sans ") { return sans.contains(String(rest.dropFirst(5))) }
    return rest.hasPrefix("serif ") && serif.contains(String(rest.dropFirst(6)))
  }

  /// Families of the package fonts-noto-ui-core: lowercased names without `noto `.
  private static let userInterface: Set<String> = [
    "looped lao ui", "looped thai ui", "naskh arabic ui", "sans arabic ui", "sans bengali ui",
    "sans devanagari ui", "sans gujarati ui", "sans gurmukhi ui", "sans kannada ui",
    "sans khmer ui", "sans lao ui", "sans malayalam ui", "sans myanmar ui", "sans oriya ui",
    "sans sinhala ui", "sans tamil ui", "sans telugu ui", "sans thai ui",
  ]

  /// Families of the package fonts-noto-core that are neither sans nor serif, without `noto `.
  private static let others: Set<String> = [
    "kufi arabic", "looped lao", "looped thai", "music", "naskh arabic", "nastaliq urdu",
    "rashi hebrew", "traditional nushu",
  ]

  /// Families of the package fonts-noto-core: lowercased names without `noto sans `.
  private static let sans: Set<String> = [
    "adlam", "adlam unjoined", "anatolian hieroglyphs", "arabic", "armenian", "avestan",
    "balinese", "bamum", "bassa vah", "batak", "bengali", "bhaiksuki", "brahmi", "buginese",
    "buhid", "canadian aboriginal", "carian", "caucasian albanian", "chakma", "cham", "cherokee",
    "coptic", "cuneiform", "cypriot", "deseret", "devanagari", "display", "duployan",
    "egyptian hieroglyphs", "elbasan", "elymaic", "ethiopic", "georgian", "glagolitic", "gothic",
    "grantha", "gujarati", "gunjala gondi", "gurmukhi", "hanifi rohingya", "hanunoo", "hatran",
    "hebrew", "imperial aramaic", "indic siyaq numbers", "inscriptional pahlavi",
    "inscriptional parthian", "javanese", "kaithi", "kannada", "kayah li", "kharoshthi", "khmer",
    "khojki", "khudawadi", "lao", "lepcha", "limbu", "linear a", "linear b", "lisu", "lycian",
    "lydian", "mahajani", "malayalam", "mandaic", "manichaean", "marchen", "masaram gondi",
    "math", "mayan numerals", "medefaidrin", "meetei mayek", "mende kikakui", "meroitic", "miao",
    "modi", "mongolian", "mro", "multani", "myanmar", "nko", "nabataean", "new tai lue", "newa",
    "nushu", "ogham", "ol chiki", "old hungarian", "old italic", "old north arabian",
    "old permic", "old persian", "old sogdian", "old south arabian", "old turkic", "oriya",
    "osage", "osmanya", "pahawh hmong", "palmyrene", "pau cin hau", "phagspa", "phoenician",
    "psalter pahlavi", "rejang", "runic", "samaritan", "saurashtra", "sharada", "shavian",
    "siddham", "signwriting", "sinhala", "sogdian", "sora sompeng", "soyombo", "sundanese",
    "syloti nagri", "symbols", "symbols2", "syriac", "tagalog", "tagbanwa", "tai le", "tai tham",
    "tai viet", "takri", "tamil", "tamil supplement", "telugu", "thaana", "thai", "tifinagh",
    "tifinagh apt", "tifinagh adrar", "tifinagh agraw imazighen", "tifinagh ahaggar",
    "tifinagh air", "tifinagh azawagh", "tifinagh ghat", "tifinagh hawad", "tifinagh rhissa ixa",
    "tifinagh sil", "tifinagh tawellemmet", "tirhuta", "ugaritic", "vai", "wancho", "warang citi",
    "yi", "zanabazar square",
  ]

  /// Families of the package fonts-noto-core: lowercased names without `noto serif `.
  private static let serif: Set<String> = [
    "ahom", "armenian", "balinese", "bengali", "devanagari", "display", "dogra", "ethiopic",
    "georgian", "grantha", "gujarati", "gurmukhi", "hebrew", "hmong nyiakeng", "kannada", "khmer",
    "khojki", "lao", "malayalam", "myanmar", "sinhala", "tamil", "tamil slanted", "tangut",
    "telugu", "thai", "tibetan", "yezidi",
  ]
}
