/// The reason why a text or a font cannot be used.
public enum TextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A font family is not installed.
  ///
  /// `nearest` is the installed family with the most similar name, if one is near.
  case missingFont(family: String, nearest: String? = nil)
  /// A style names a generic family, such as `ui-monospace`, for which no font is declared.
  ///
  /// `generic` is the key in the configuration: `serif` or `monospace`.
  case missingGenericFont(String, generic: String)
  /// A family that consists of files is declared with an invalid name or without files.
  case invalidFamily(String, reason: String)
  /// A font file cannot be opened or read.
  case unreadableFont(String)
  /// A file is not an OpenType font.
  case notAFont(String)
  /// A file is a compressed web font, WOFF or WOFF2.
  case compressedFont(String, isWOFF2: Bool)
  /// A font file is truncated, or its tables contradict each other; `damage` is a sentence about it.
  case damagedFont(file: String, damage: String)
  /// A file is a JSON document, but not a metrics pack that can be used; `problem` has the place.
  case invalidPack(file: String, problem: String)
  /// The path of a font is a folder, a device or a pipe, not a regular file.
  case irregularFont(String)
  /// A font file is larger than ``FontLibrary/maximumFileBytes``.
  case largeFont(file: String, bytes: Int)
  /// A font file has changed since it was hashed.
  case changedFont(String)
  /// A font file has no face with this index, from 0; -1 stands for an index that is not a number.
  case missingFace(file: String, index: Int)
  /// The font size is not a finite number of points above 0.
  case invalidSize(Double)
  /// The display scale is not a finite number above 0.
  case invalidScale(Double)
  /// Fontconfig could not load its configuration.
  case fontconfigFailed
  /// A line of the list of faces of a folder of fonts is invalid; `nil` if the list cannot be read.
  case invalidFaceList(file: String, line: Int?)
  /// ICU cannot open its data for a locale, empty for the root locale; `code` is ICU's error code.
  case icuFailed(locale: String, code: Int)

  /// The problem and what to do about it, in one sentence.
  public var description: String {
    switch self {
    case .missingFont(let family, nil):
      "the font family '\(family)' is not installed: install it or name another one; "
        + "'fc-list : family' lists the installed ones"
    case .missingFont(let family, let nearest?):
      "the font family '\(family)' is not installed: did you mean '\(nearest)'? "
        + "'fc-list : family' lists the installed ones"
    case .missingGenericFont(let family, let generic):
      "the generic font family '\(family)' has no font: set fonts.\(generic) in cellheights.yaml, or "
        + "give --font-family \(generic)=FAMILY-OR-FILE"
    case .invalidFamily(let family, let reason):
      "the font family '\(family)' cannot be declared, \(reason): correct its name or its files"
    case .unreadableFont(let file):
      "the font file \(file) cannot be read: check that it exists and may be read"
    case .notAFont(let file):
      "\(file) is no OpenType font: name a .ttf, .otf, .ttc or .otc file"
    case .compressedFont(let file, let isWOFF2):
      "\(file) is a compressed web font (\(isWOFF2 ? "WOFF2" : "WOFF")), which is not measured with: "
        + (isWOFF2
          ? "decompress it with 'fonttools ttLib.woff2 decompress \(file)'"
          : "decompress it with 'fonttools ttLib --flavor= -o FONT.ttf \(file)'")
        + " and name the new file"
    case .damagedFont(let file, let damage):
      "the font file \(file) is damaged, \(damage): replace it by an intact copy"
    case .invalidPack(let file, let problem):
      "\(file) is no metrics pack that can be used: \(problem.prefix(300)): name a font file, or a "
        + "pack that was captured"
    case .irregularFont(let file):
      "\(file) is no regular file and cannot be a font: name a .ttf, .otf, .ttc or .otc file"
    case .largeFont(let file, let bytes):
      "the font file \(file) has \(bytes) bytes, more than the \(FontLibrary.maximumFileBytes) that a "
        + "font may have: name a .ttf, .otf, .ttc or .otc file"
    case .changedFont(let file):
      "the font file \(file) changed while it was in use: run the command again"
    case .missingFace(let file, let index):
      "the font file \(file) has no face \(index): name a smaller number after '#'"
    case .invalidSize(let size):
      "the font size \(size) is not a number of points above 0: correct the style"
    case .invalidScale(let scale):
      "the display scale \(scale) is not a number above 0: correct the environment"
    case .fontconfigFailed:
      "fontconfig could not load its configuration: check /etc/fonts/fonts.conf"
    case .invalidFaceList(let file, let line?):
      "\(file):\(line): this is no list of font faces: install the fonts of the program again, or "
        + "give --fonts system"
    case .invalidFaceList(let file, nil):
      "the fonts of the program are missing, \(file) cannot be read: install them again, or give "
        + "--fonts system"
    case .icuFailed(let locale, let code):
      "ICU has no line breaking data for '\(locale)' (code \(code)): reinstall libicu"
    }
  }
}
