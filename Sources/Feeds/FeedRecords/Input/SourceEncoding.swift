import XMLDocuments

/// The encoding in which a source's bytes are read.
enum SourceEncoding: Hashable, Sendable {
  /// UTF-8.
  case utf8
  /// No encoding was declared: UTF-8, or windows-1252 when the bytes are not valid UTF-8.
  case undeclared
  /// windows-1252, also when ISO 8859-1 or ASCII is declared.
  case windows1252
  /// An encoding by its name in `iconv`, and the number of bytes of its smallest unit.
  case named(String, unitBytes: Int)

  /// Chooses the encoding by the byte order mark, then the layout of zeros, then the XML
  /// declaration.
  ///
  /// - Throws: `FeedError` with code `encoding` for an unknown name.
  init(_ guess: XMLEncoding, path: String) throws(FeedError) {
    switch guess.layout {
    case .utf16(let bigEndian): self = .named(bigEndian ? "UTF-16BE" : "UTF-16LE", unitBytes: 2)
    case .utf32(let bigEndian): self = .named(bigEndian ? "UTF-32BE" : "UTF-32LE", unitBytes: 4)
    case .bytes:
      guard guess.markLength == 0 else {
        self = .utf8
        return
      }
      guard let declared = guess.declared else {
        self = .undeclared
        return
      }
      try self.init(label: declared, path: path)
    }
  }

  private init(label: String, path: String) throws(FeedError) {
    // A declaration that was read as ASCII cannot be in UTF-16.
    if label == "utf8" || label.hasPrefix("utf-") || label.hasPrefix("utf1")
      || label.hasPrefix("ucs-") || label == "unicode"
    {
      self = label == "utf-7" ? .named("", unitBytes: 1) : .utf8
    } else if Self.western.contains(label) {
      self = .windows1252
    } else {
      self = .named(Self.aliases[label] ?? label, unitBytes: 1)
    }
    guard case .named(let name, _) = self else { return }
    guard Iconv.knows(name) else {
      throw FeedError(
        .encoding, path: path, location: RecordLocation(line: 1, byteOffset: 0),
        "unknown encoding \(label.prefix(40)); convert the file to UTF-8")
    }
  }

  /// Labels that mean windows-1252 on the web.
  ///
  /// Source: WHATWG Encoding Standard, names and labels.
  private static let western: Set<String> = [
    "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "us-ascii", "ascii",
    "ansi_x3.4-1968", "windows-1252", "cp1252", "x-cp1252", "cp819", "iso-ir-100",
  ]

  /// Labels that mean another encoding on the web, or that have another name in `iconv`.
  ///
  /// Source: WHATWG Encoding Standard, names and labels.
  private static let aliases: [String: String] = [
    "gb2312": "GB18030", "gbk": "GB18030", "x-gbk": "GB18030", "gb_2312-80": "GB18030",
    "chinese": "GB18030", "csgb2312": "GB18030", "iso-ir-58": "GB18030",
    "big5": "BIG5-HKSCS", "cn-big5": "BIG5-HKSCS", "x-x-big5": "BIG5-HKSCS",
    "shift_jis": "CP932", "shift-jis": "CP932", "sjis": "CP932", "x-sjis": "CP932",
    "windows-31j": "CP932", "ms_kanji": "CP932", "euc-kr": "CP949", "ks_c_5601-1987": "CP949",
    "korean": "CP949", "windows-949": "CP949", "ksc5601": "CP949", "x-euc-jp": "EUC-JP",
    "iso-8859-9": "CP1254", "latin5": "CP1254", "iso-8859-11": "CP874", "tis-620": "CP874",
    "windows-874": "CP874", "dos-874": "CP874", "iso-8859-8-i": "ISO-8859-8",
    "logical": "ISO-8859-8", "visual": "ISO-8859-8", "x-mac-roman": "MACINTOSH",
    "macintosh": "MACINTOSH", "x-mac-cyrillic": "MAC-CYRILLIC", "koi": "KOI8-R", "koi8": "KOI8-R",
    "x-cp1250": "CP1250", "x-cp1251": "CP1251", "x-cp1253": "CP1253", "x-cp1254": "CP1254",
    "x-cp1255": "CP1255", "x-cp1256": "CP1256", "x-cp1257": "CP1257", "x-cp1258": "CP1258",
  ]
}
