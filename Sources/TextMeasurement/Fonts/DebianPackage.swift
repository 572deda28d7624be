/// Finds the Debian packages of font families, for error messages.
///
/// The packages are those of Debian 12.
enum DebianPackage {
  /// The package that contains a font family; `nil` when unknown.
  static func name(ofFamily family: String) -> String? {
    let name = family.lowercased()
    if let package = NotoFamilies.package(ofFamily: name) { return package }
    if let known = families.first(where: { $0.names.contains(name) }) { return known.package }
    return beginnings.first { name == $0.prefix || name.hasPrefix($0.prefix + " ") }?.package
  }

  /// Packages of many families with a common beginning of their lowercased names.
  private static let beginnings: [(prefix: String, package: String)] = [
    ("ar pl ukai", "fonts-arphic-ukai"), ("ar pl uming", "fonts-arphic-uming"),
    ("baekmuk", "fonts-baekmuk"), ("cmu", "fonts-cmu"), ("khmer os", "fonts-khmeros"),
    ("latin modern", "fonts-lmodern"), ("liberation", "fonts-liberation"),
    ("linux biolinum", "fonts-linuxlibertine"), ("linux libertine", "fonts-linuxlibertine"),
    ("nimbus", "fonts-urw-base35"), ("scheherazade", "fonts-sil-scheherazade"),
    ("tex gyre", "fonts-texgyre"),
  ]

  /// Packages with the lowercased names of their families.
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
