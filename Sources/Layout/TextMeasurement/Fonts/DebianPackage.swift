/// Names the Debian 12 packages that contain font families, for error messages.
enum DebianPackage {
  /// The package that contains a font family, by its name in any letter case; `nil` if none is
  /// known.
  static func name(ofFamily family: String) -> String? {
    let name = family.lowercased()
    if let package = NotoFamilies.package(ofFamily: name) { return package }
    if let known = families.first(where: { $0.names.contains(name) }) { return known.package }
    return beginnings.first { name == $0.prefix || name.hasPrefix($0.prefix + " ") }?.package
  }

  /// Packages of several families, by the common beginning of the families' lowercased names.
  private static let beginnings: [(prefix: String, package: String)] = [
    ("ar pl ukai", "fonts-arphic-ukai"), ("ar pl uming", "fonts-arphic-uming"),
    ("baekmuk", "fonts-baekmuk"), ("cmu", "fonts-cmu"), ("khmer os", "fonts-khmeros"),
    ("latin modern", "fonts-lmodern"), ("liberation", "fonts-liberation"),
    ("linux biolinum", "fonts-linuxlibertine"), ("linux libertine", "fonts-linuxlibertine"),
    ("nimbus", "fonts-urw-base35"), ("scheherazade", "fonts-sil-scheherazade"),
    ("tex gyre", "fonts-texgyre"),
  ]

  /// Packages, each with the lowercased names of its families.
  private static let families: [(package: String, names: [String])] = [
    ("fonts-b612", ["b612", "b612 mono"]),
    ("fonts-babelstone-han", ["babelstone han"]),
    ("fonts-bebas-neue", ["bebas neue"]),
    ("fonts-cabin", ["cabin"]),
    ("fonts-cantarell", ["cantarell"]),
    ("fonts-clear-sans", ["clear sans"]),
    ("fonts-comfortaa", ["comfortaa"]),
    ("fonts-comic-neue", ["comic neue"]),
    ("fonts-croscore", ["arimo", "cousine", "tinos"]),
    ("fonts-crosextra-caladea", ["caladea"]),
    ("fonts-crosextra-carlito", ["carlito"]),
    ("fonts-dancingscript", ["dancing script"]),
    ("fonts-dejavu-core", ["dejavu sans", "dejavu sans mono", "dejavu serif"]),
    (
      "fonts-dejavu-extra",
      [
        "dejavu math tex gyre", "dejavu sans condensed", "dejavu sans light",
        "dejavu serif condensed",
      ]
    ),
    ("fonts-dosis", ["dosis"]),
    ("fonts-droid-fallback", ["droid sans fallback"]),
    ("fonts-ebgaramond", ["eb garamond"]),
    ("fonts-firacode", ["fira code"]),
    ("fonts-freefont-ttf", ["freemono", "freesans", "freeserif"]),
    ("fonts-hack", ["hack"]),
    ("fonts-hosny-amiri", ["amiri", "amiri quran", "amiri quran colored"]),
    ("fonts-inconsolata", ["inconsolata"]),
    ("fonts-inter", ["inter", "inter display"]),
    ("fonts-ipaexfont-gothic", ["ipaexgothic"]),
    ("fonts-ipaexfont-mincho", ["ipaexmincho"]),
    ("fonts-ipafont-gothic", ["ipagothic", "ipapgothic"]),
    ("fonts-ipafont-mincho", ["ipamincho", "ipapmincho"]),
    ("fonts-jetbrains-mono", ["jetbrains mono"]),
    ("fonts-karla", ["karla"]),
    ("fonts-lato", ["lato"]),
    ("fonts-league-spartan", ["league spartan"]),
    ("fonts-lobster", ["lobster"]),
    ("fonts-lobstertwo", ["lobster two"]),
    ("fonts-lohit-beng-assamese", ["lohit assamese"]),
    ("fonts-lohit-beng-bengali", ["lohit bengali"]),
    ("fonts-lohit-deva", ["lohit devanagari"]),
    ("fonts-lohit-gujr", ["lohit gujarati"]),
    ("fonts-lohit-guru", ["lohit gurmukhi"]),
    ("fonts-lohit-knda", ["lohit kannada"]),
    ("fonts-lohit-mlym", ["lohit malayalam"]),
    ("fonts-lohit-orya", ["lohit odia"]),
    ("fonts-lohit-taml", ["lohit tamil"]),
    ("fonts-lohit-telu", ["lohit telugu"]),
    ("fonts-lxgw-wenkai", ["lxgw wenkai", "lxgw wenkai mono"]),
    ("fonts-manrope", ["manrope"]),
    (
      "fonts-nanum",
      [
        "nanumbarungothic", "nanumgothic", "nanumgothiccoding", "nanummyeongjo", "nanumsquare",
        "nanumsquareround",
      ]
    ),
    ("fonts-open-sans", ["open sans", "open sans condensed"]),
    ("fonts-opendyslexic", ["opendyslexic"]),
    ("fonts-oxygen", ["oxygen mono", "oxygen-sans"]),
    ("fonts-paratype", ["pt mono", "pt sans", "pt sans caption", "pt sans narrow", "pt serif"]),
    ("fonts-play", ["play"]),
    ("fonts-quattrocento", ["quattrocento"]),
    ("fonts-quicksand", ["quicksand"]),
    ("fonts-roboto-slab", ["roboto slab"]),
    ("fonts-roboto-unhinted", ["roboto", "roboto condensed"]),
    ("fonts-sil-abyssinica", ["abyssinica sil"]),
    ("fonts-sil-andika", ["andika"]),
    ("fonts-sil-annapurna", ["annapurna sil"]),
    ("fonts-sil-charis", ["charis sil"]),
    ("fonts-sil-doulos", ["doulos sil"]),
    ("fonts-sil-ezra", ["ezra sil"]),
    ("fonts-sil-gentium", ["gentium"]),
    ("fonts-sil-gentium-basic", ["gentium basic", "gentium book basic"]),
    ("fonts-sil-gentiumplus", ["gentium plus"]),
    ("fonts-sil-harmattan", ["harmattan"]),
    ("fonts-sil-lateef", ["lateef"]),
    ("fonts-sil-padauk", ["padauk", "padauk book"]),
    ("fonts-sora", ["sora"]),
    ("fonts-symbola", ["symbola"]),
    ("fonts-takao-gothic", ["takaogothic", "takaopgothic"]),
    ("fonts-takao-mincho", ["takaomincho", "takaopmincho"]),
    ("fonts-tlwg-garuda", ["garuda"]), ("fonts-tlwg-kinnari", ["kinnari"]),
    ("fonts-tlwg-laksaman", ["laksaman"]), ("fonts-tlwg-loma", ["loma"]),
    ("fonts-tlwg-mono", ["tlwg mono"]), ("fonts-tlwg-norasi", ["norasi"]),
    ("fonts-tlwg-purisa", ["purisa"]), ("fonts-tlwg-sawasdee", ["sawasdee"]),
    ("fonts-tlwg-umpush", ["umpush"]), ("fonts-tlwg-waree", ["waree"]),
    ("fonts-unfonts-core", ["unbatang", "undotum", "ungraphic", "ungungseo", "unpilgi"]),
    ("fonts-urw-base35", ["c059", "p052", "urw bookman", "urw gothic", "z003"]),
    ("fonts-vlgothic", ["vl gothic", "vl pgothic"]),
    ("fonts-vollkorn", ["vollkorn"]),
    ("fonts-wqy-microhei", ["wenquanyi micro hei", "wenquanyi micro hei mono"]),
    ("fonts-wqy-zenhei", ["wenquanyi zen hei", "wenquanyi zen hei mono"]),
  ]
}

/// Names the Debian 12 packages that contain the Noto families.
enum NotoFamilies {
  /// The package that contains a family, by its lowercased name; nil if none is known.
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

  /// Families of the package fonts-noto-ui-core, as lowercased names without the prefix `noto `.
  private static let userInterface: Set<String> = [
    "looped lao ui", "looped thai ui", "naskh arabic ui", "sans arabic ui", "sans bengali ui",
    "sans devanagari ui", "sans gujarati ui", "sans gurmukhi ui", "sans kannada ui",
    "sans khmer ui", "sans lao ui", "sans malayalam ui", "sans myanmar ui", "sans oriya ui",
    "sans sinhala ui", "sans tamil ui", "sans telugu ui", "sans thai ui",
  ]

  /// Other families of the package fonts-noto-core, as lowercased names without the prefix `noto `.
  ///
  /// They are neither sans nor serif families.
  private static let others: Set<String> = [
    "kufi arabic", "looped lao", "looped thai", "music", "naskh arabic", "nastaliq urdu",
    "rashi hebrew", "traditional nushu",
  ]

  /// Families of the package fonts-noto-core, as lowercased names without the prefix `noto sans `.
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

  /// Families of the package fonts-noto-core, as lowercased names without the prefix `noto serif `.
  private static let serif: Set<String> = [
    "ahom", "armenian", "balinese", "bengali", "devanagari", "display", "dogra", "ethiopic",
    "georgian", "grantha", "gujarati", "gurmukhi", "hebrew", "hmong nyiakeng", "kannada", "khmer",
    "khojki", "lao", "malayalam", "myanmar", "sinhala", "tamil", "tamil slanted", "tangut",
    "telugu", "thai", "tibetan", "yezidi",
  ]
}
