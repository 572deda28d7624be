// Captures a metrics pack of a font of this device, for cellheights.
//
// Add this file to an app for iOS or macOS and call, not on the main thread:
//
//   DispatchQueue.global().async {
//     print(MetricsCapture(family: nil, weights: [400, 600], sizes: [13, 15, 17, 22]).pack())
//   }
//
// `family: nil` is the font of the system. `words` are those that `cellheights fonts words` prints.
// The measurements are yours. The license of the font decides what you may do with them.

import CoreText
import Foundation

/// Asks a font the questions of a metrics pack.
final class MetricsCapture {
  private let family: String?
  private let weights: [Int]
  private let sizes: [Double]
  private let isItalic: Bool
  private let words: [String]
  private let device: String
  private let questions = CaptureQuestions()

  /// - Parameters:
  ///   - family: The family; nil for the font of the system.
  ///   - weights: Weights: 100, 200 and so on to 900, each once.
  ///   - sizes: Font sizes, in points, each once. Each has its own face, because the font of the system has optical
  ///     sizes and tracking.
  ///   - isItalic: Whether to ask italic faces, too.
  ///   - words: Words to be measured whole.
  ///   - device: The device, such as `iPhone 15`.
  init(
    family: String?, weights: [Int], sizes: [Double], isItalic: Bool = false, words: [String] = [],
    device: String = ""
  ) {
    self.family = family
    self.weights = weights
    self.sizes = sizes
    self.isItalic = isItalic
    self.words = words
    self.device = device
  }

  /// The pack, as text.
  func pack() -> String {
    var faces: [String] = []
    for italic in isItalic ? [false, true] : [false] {
      for weight in weights {
        var first: CapturedFace?
        for size in sizes {
          let font = DeviceFont(family: family, weight: weight, isItalic: italic, size: size)
          let face = CapturedFace(font: font, questions: questions)
          face.askPairs()
          if let first {
            face.askLike(first)
          } else {
            face.askTriples()
            face.askSequences()
            first = face
          }
          for word in words { face.ask(word) }
          faces.append(face.text(weight: weight, slant: italic ? "italic" : "upright", size: size))
        }
      }
    }
    #if os(macOS)
    let name = "macOS "
    #else
    let name = "iOS "
    #endif
    let system = name + ProcessInfo.processInfo.operatingSystemVersionString
    var characters = [#""Zyyy":\#(quoted(questions.common))"#]
    characters += questions.groups.map { "\(quoted([$0.script])):\(quoted($0.letters))" }
    return sealed(
      #"{"schema":"cellheights.metrics/1","family":\#(quoted([family ?? "system"])),"device":"#
        + #"\#(quoted([device])),"system":\#(quoted([system])),"program":"CoreText","#
        + #""characters":{\#(characters.joined(separator: ","))},"#
        + #""faces":[\#(faces.joined(separator: ","))]}"#)
  }

  /// Adds the hash: FNV-1a, of 64 bits, of the document without it.
  private func sealed(_ content: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in content.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    let head = #"{"schema":"cellheights.metrics/1","#
    return head + #""hash":""# + String(repeating: "0", count: 16 - digits.count) + digits + #"","#
      + content.dropFirst(head.count)
  }
}

/// A font of the device at a size.
final class DeviceFont {
  /// Units of a font size: a multiple of the font's own number, so that its lengths are whole.
  let unitsPerEm: Int
  private let font: CTFont
  private let size: Double

  init(family: String?, weight: Int, isItalic: Bool, size: Double) {
    self.size = size
    let base =
      family.map { CTFontCreateWithName($0 as CFString, size, nil) }
      ?? CTFontCreateUIFontForLanguage(.system, size, nil)
      ?? CTFontCreateWithName("Helvetica" as CFString, size, nil)
    // The values of UIFont.Weight.
    let values = [
      100: -0.8, 200: -0.6, 300: -0.4, 400: 0, 500: 0.23, 600: 0.3, 700: 0.4, 800: 0.56, 900: 0.62,
    ]
    guard let value = values[weight] else { preconditionFailure("a weight is 100, 200, … or 900") }
    var traits: [String: Any] = [kCTFontWeightTrait as String: value]
    if isItalic {
      traits[kCTFontSymbolicTrait as String] = CTFontSymbolicTraits.traitItalic.rawValue
    }
    let attributes = [kCTFontTraitsAttribute as String: traits]
    let descriptor = CTFontDescriptorCreateCopyWithAttributes(
      CTFontCopyFontDescriptor(base), attributes as CFDictionary)
    font = CTFontCreateWithFontDescriptor(descriptor, size, nil)
    let own = max(16, Int(CTFontGetUnitsPerEm(font)))
    unitsPerEm = own * max(1, 16384 / own)
    if let family {
      let found = CTFontCopyFamilyName(font) as String
      precondition(
        found == family, "the font \(family) is not there; \(found) would stand in for it")
    }
  }

  func has(_ character: Unicode.Scalar) -> Bool {
    let units = Array(String(character).utf16)
    var glyphs = [CGGlyph](repeating: 0, count: units.count)
    return CTFontGetGlyphsForCharacters(font, units, &glyphs, units.count)
  }

  /// The width of a text, in units, not rounded.
  func width(_ text: [Unicode.Scalar]) -> Double {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text)
    let attributes = [NSAttributedString.Key(kCTFontAttributeName as String): font]
    let line = CTLineCreateWithAttributedString(
      NSAttributedString(string: String(view), attributes: attributes))
    return units(CTLineGetTypographicBounds(line, nil, nil, nil))
  }

  private func units(_ length: Double) -> Double { length / size * Double(unitsPerEm) }

  /// The line metrics, as members of an object.
  var line: String {
    let bounds = CTFontGetBoundingBox(font)
    let members = [
      ("ascent", CTFontGetAscent(font)), ("descent", CTFontGetDescent(font)),
      ("gap", CTFontGetLeading(font)), ("capHeight", CTFontGetCapHeight(font)),
      ("xHeight", CTFontGetXHeight(font)), ("top", bounds.maxY), ("bottom", -bounds.minY),
    ]
    return members.map { #""\#($0.0)":\#(max(-32767, min(32767, whole(units(Double($0.1))))))"# }
      .joined(separator: ",")
  }
}

/// The questions, which all files of this folder have.
struct CaptureQuestions {
  let common: [Unicode.Scalar]
  let groups: [(script: String, letters: [Unicode.Scalar])]
  let neighbors: [Unicode.Scalar]
  let representatives: [Unicode.Scalar]
  let longest: Int

  // swift-format-ignore
  static let document = #"""
    {"schema":"cellheights.questions/1","common":" !\"#$%&'()*+,-./0123456789:;<=>?@[\\]^_`{|}~\u00a0\u00a1\u00a2\u00a3\u00a4\u00a5\u00a6\u00a7\u00a8\u00a9\u00ab\u00ac\u00ae\u00af\u00b0\u00b1\u00b2\u00b3\u00b4\u00b5\u00b6\u00b7\u00b8\u00b9\u00bb\u00bc\u00bd\u00be\u00bf\u00d7\u00f7\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2010\u2011\u2012\u2013\u2014\u2015\u2016\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2020\u2021\u2022\u2026\u202f\u2030\u2031\u2032\u2033\u2039\u203a\u205f\u20ac\u2116\u2122\u3000","groups":[{"script":"Latn","letters":"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\u00aa\u00ba\u00c0\u00c1\u00c2\u00c3\u00c4\u00c5\u00c6\u00c7\u00c8\u00c9\u00ca\u00cb\u00cc\u00cd\u00ce\u00cf\u00d0\u00d1\u00d2\u00d3\u00d4\u00d5\u00d6\u00d8\u00d9\u00da\u00db\u00dc\u00dd\u00de\u00df\u00e0\u00e1\u00e2\u00e3\u00e4\u00e5\u00e6\u00e7\u00e8\u00e9\u00ea\u00eb\u00ec\u00ed\u00ee\u00ef\u00f0\u00f1\u00f2\u00f3\u00f4\u00f5\u00f6\u00f8\u00f9\u00fa\u00fb\u00fc\u00fd\u00fe\u00ff\u0100\u0101\u0102\u0103\u0104\u0105\u0106\u0107\u0108\u0109\u010a\u010b\u010c\u010d\u010e\u010f\u0110\u0111\u0112\u0113\u0114\u0115\u0116\u0117\u0118\u0119\u011a\u011b\u011c\u011d\u011e\u011f\u0120\u0121\u0122\u0123\u0124\u0125\u0126\u0127\u0128\u0129\u012a\u012b\u012c\u012d\u012e\u012f\u0130\u0131\u0132\u0133\u0134\u0135\u0136\u0137\u0138\u0139\u013a\u013b\u013c\u013d\u013e\u013f\u0140\u0141\u0142\u0143\u0144\u0145\u0146\u0147\u0148\u0149\u014a\u014b\u014c\u014d\u014e\u014f\u0150\u0151\u0152\u0153\u0154\u0155\u0156\u0157\u0158\u0159\u015a\u015b\u015c\u015d\u015e\u015f\u0160\u0161\u0162\u0163\u0164\u0165\u0166\u0167\u0168\u0169\u016a\u016b\u016c\u016d\u016e\u016f\u0170\u0171\u0172\u0173\u0174\u0175\u0176\u0177\u0178\u0179\u017a\u017b\u017c\u017d\u017e\u017f\u01a0\u01a1\u01af\u01b0\u0218\u0219\u021a\u021b\u1e9e\u1ea0\u1ea1\u1ea2\u1ea3\u1ea4\u1ea5\u1ea6\u1ea7\u1ea8\u1ea9\u1eaa\u1eab\u1eac\u1ead\u1eae\u1eaf\u1eb0\u1eb1\u1eb2\u1eb3\u1eb4\u1eb5\u1eb6\u1eb7\u1eb8\u1eb9\u1eba\u1ebb\u1ebc\u1ebd\u1ebe\u1ebf\u1ec0\u1ec1\u1ec2\u1ec3\u1ec4\u1ec5\u1ec6\u1ec7\u1ec8\u1ec9\u1eca\u1ecb\u1ecc\u1ecd\u1ece\u1ecf\u1ed0\u1ed1\u1ed2\u1ed3\u1ed4\u1ed5\u1ed6\u1ed7\u1ed8\u1ed9\u1eda\u1edb\u1edc\u1edd\u1ede\u1edf\u1ee0\u1ee1\u1ee2\u1ee3\u1ee4\u1ee5\u1ee6\u1ee7\u1ee8\u1ee9\u1eea\u1eeb\u1eec\u1eed\u1eee\u1eef\u1ef0\u1ef1\u1ef2\u1ef3\u1ef4\u1ef5\u1ef6\u1ef7\u1ef8\u1ef9"},{"script":"Grek","letters":"\u0386\u0388\u0389\u038a\u038c\u038e\u038f\u0390\u0391\u0392\u0393\u0394\u0395\u0396\u0397\u0398\u0399\u039a\u039b\u039c\u039d\u039e\u039f\u03a0\u03a1\u03a3\u03a4\u03a5\u03a6\u03a7\u03a8\u03a9\u03aa\u03ab\u03ac\u03ad\u03ae\u03af\u03b0\u03b1\u03b2\u03b3\u03b4\u03b5\u03b6\u03b7\u03b8\u03b9\u03ba\u03bb\u03bc\u03bd\u03be\u03bf\u03c0\u03c1\u03c2\u03c3\u03c4\u03c5\u03c6\u03c7\u03c8\u03c9\u03ca\u03cb\u03cc\u03cd\u03ce"},{"script":"Cyrl","letters":"\u0400\u0401\u0402\u0403\u0404\u0405\u0406\u0407\u0408\u0409\u040a\u040b\u040c\u040d\u040e\u040f\u0410\u0411\u0412\u0413\u0414\u0415\u0416\u0417\u0418\u0419\u041a\u041b\u041c\u041d\u041e\u041f\u0420\u0421\u0422\u0423\u0424\u0425\u0426\u0427\u0428\u0429\u042a\u042b\u042c\u042d\u042e\u042f\u0430\u0431\u0432\u0433\u0434\u0435\u0436\u0437\u0438\u0439\u043a\u043b\u043c\u043d\u043e\u043f\u0440\u0441\u0442\u0443\u0444\u0445\u0446\u0447\u0448\u0449\u044a\u044b\u044c\u044d\u044e\u044f\u0450\u0451\u0452\u0453\u0454\u0455\u0456\u0457\u0458\u0459\u045a\u045b\u045c\u045d\u045e\u045f\u0490\u0491\u0492\u0493\u0494\u0495\u0496\u0497\u0498\u0499\u049a\u049b\u049c\u049d\u049e\u049f\u04a0\u04a1\u04a2\u04a3\u04ae\u04af\u04b0\u04b1\u04b2\u04b3\u04ba\u04bb\u04d8\u04d9\u04e8\u04e9"}],"neighbors":"nrvfyHATLP0147.,'-","representatives":"nH0.","longest":5}
    """#

  init() {
    func scalars(_ value: Any?) -> [Unicode.Scalar] {
      Array((value as? String ?? "").unicodeScalars)
    }
    let parsed = try? JSONSerialization.jsonObject(with: Data(Self.document.utf8))
    let members = parsed as? [String: Any] ?? [:]
    common = scalars(members["common"])
    groups = (members["groups"] as? [[String: Any]] ?? []).map {
      ($0["script"] as? String ?? "", scalars($0["letters"]))
    }
    neighbors = scalars(members["neighbors"])
    representatives = scalars(members["representatives"])
    longest = members["longest"] as? Int ?? 0
  }
}

/// The answers of a font at a size.
final class CapturedFace {
  private let font: DeviceFont
  private let questions: CaptureQuestions
  private var advances: [Unicode.Scalar: Double] = [:]
  private var missing: Set<Unicode.Scalar> = []
  private var pairs: [[Unicode.Scalar]: Double] = [:]
  private var triples: [[Unicode.Scalar]: Double] = [:]
  private var words: [[Unicode.Scalar]: Double] = [:]
  private var sequences: [[Unicode.Scalar]] = []
  private var groups: [Unicode.Scalar: Int] = [:]
  private var basic: [Unicode.Scalar] = []

  init(font: DeviceFont, questions: CaptureQuestions) {
    self.font = font
    self.questions = questions
  }

  private func known(_ characters: [Unicode.Scalar], group: Int) -> [Unicode.Scalar] {
    characters.filter { character in
      groups[character] = group
      return ask(character)
    }
  }

  /// Asks a character; returns whether the font has it.
  ///
  /// A character that is wider than a pack can say counts as missing.
  private func ask(_ character: Unicode.Scalar) -> Bool {
    if advances[character] != nil { return true }
    let width = font.has(character) ? font.width([character]) : -1
    guard (0...65535).contains(whole(width)) else {
      missing.insert(character)
      return false
    }
    advances[character] = width
    return true
  }

  /// Whether a difference of widths is more than the rounding of a number.
  private func isDifferent(_ share: Double) -> Bool { abs(share) >= 0.5 }

  func askPairs() {
    let signs = known(questions.common, group: 0)
    basic = signs.filter { $0 != " " }
    ask(signs, signs)
    for (index, group) in questions.groups.enumerated() {
      let letters = known(group.letters, group: index + 1)
      basic += letters.filter { $0.isASCII }
      ask(letters, letters)
      ask(letters, signs)
      ask(signs, letters)
    }
  }

  private func ask(_ firsts: [Unicode.Scalar], _ seconds: [Unicode.Scalar]) {
    for first in firsts {
      for second in seconds where first != " " || second != " " {
        let share = font.width([first, second]) - sum([first, second])
        if isDifferent(share) { pairs[[first, second]] = share }
      }
    }
  }

  /// The width of a text by its advances, pairs and triples.
  private func sum(_ text: [Unicode.Scalar]) -> Double {
    var sum = 0.0
    for index in text.indices {
      sum += advances[text[index]] ?? 0
      if index > 0 { sum += pairs[Array(text[index - 1...index])] ?? 0 }
      if index > 1 { sum += triples[Array(text[index - 2...index])] ?? 0 }
    }
    return sum
  }

  private func isKnown(_ text: [Unicode.Scalar]) -> Bool {
    text.allSatisfy { advances[$0] != nil }
  }

  func askTriples() {
    var middles: Set<Unicode.Scalar> = []
    for character in basic {
      for text in patterns(character, 3, questions.neighbors) where ask(triple: text) {
        middles.insert(text[1])
      }
    }
    let small = basic.filter { ("a"..."z").contains($0) }
    for first in small {
      for middle in small {
        for last in small where ask(triple: [first, middle, last]) { middles.insert(middle) }
      }
    }
    for middle in middles.sorted() {
      let group = groups[middle] ?? 0
      let letters = group > 0 ? questions.groups[group - 1].letters.filter { !$0.isASCII } : []
      let others = letters.filter { advances[$0] != nil }
      var firsts: Set<Unicode.Scalar> = []
      var lasts: Set<Unicode.Scalar> = []
      for first in basic {
        for last in basic {
          let text = [first, middle, last]
          if triples[text] != nil || ask(triple: text) {
            firsts.insert(first)
            lasts.insert(last)
          }
        }
      }
      for other in others {
        for first in firsts.sorted() { _ = ask(triple: [first, middle, other]) }
        for last in lasts.sorted() { _ = ask(triple: [other, middle, last]) }
      }
    }
  }

  /// Asks three characters; returns whether their width is not the sum of their pairs.
  private func ask(triple text: [Unicode.Scalar]) -> Bool {
    guard triples[text] == nil, isKnown(text) else { return false }
    let share = font.width(text) - sum(text)
    if isDifferent(share) { triples[text] = share }
    return isDifferent(share)
  }

  func askSequences() {
    let letters = basic.filter { $0.isASCII && $0.properties.isAlphabetic }
    for triple in triples.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let isLetters = triple.allSatisfy { groups[$0] ?? 0 > 0 }
      for other in isLetters ? letters : questions.neighbors {
        ask(sequence: [other] + triple)
        ask(sequence: triple + [other])
      }
    }
    for character in basic {
      for length in 4...max(4, questions.longest) {
        for text in patterns(character, length, questions.representatives) { ask(sequence: text) }
      }
    }
    // Too many to list: no word is known unless it is measured whole.
    if sequences.count > 1000 { sequences = questions.representatives.map { [$0] } }
  }

  private func ask(sequence text: [Unicode.Scalar]) {
    guard isKnown(text), isDifferent(font.width(text) - sum(text)) else { return }
    let isContained = sequences.contains { shorter in
      (0...max(0, text.count - shorter.count)).contains { text[$0...].starts(with: shorter) }
    }
    if !isContained { sequences.append(text) }
  }

  /// Asks the triples of another size, and takes over its sequences.
  func askLike(_ other: CapturedFace) {
    for text in other.triples.keys { _ = ask(triple: text) }
    sequences = other.sequences
  }

  /// All texts of a length over some letters and a character, with the character in each.
  private func patterns(
    _ character: Unicode.Scalar, _ length: Int, _ letters: [Unicode.Scalar]
  ) -> [[Unicode.Scalar]] {
    var texts: [[Unicode.Scalar]] = [[]]
    for _ in 0..<length {
      texts = texts.flatMap { text in (letters + [character]).map { text + [$0] } }
    }
    return texts.filter { $0.contains(character) }
  }

  func ask(_ word: String) {
    let text = Array(word.unicodeScalars)
    let isShown = text.map { ask($0) }.allSatisfy { $0 }
    guard isShown, text.count > 1, !text.contains(" "), word.utf16.count <= 200 else { return }
    let width = font.width(text)
    let scripts = Set(text.compactMap { groups[$0] }).subtracting([0])
    let isAsked = text.allSatisfy { groups[$0] != nil } && scripts.count <= 1
    if isAsked, !isDifferent(width - sum(text)), !containsSequence(text) { return }
    words[text] = width
  }

  private func containsSequence(_ text: [Unicode.Scalar]) -> Bool {
    let classes = text.map(representative)
    return sequences.contains { sequence in
      sequence.count <= text.count
        && (0...(text.count - sequence.count)).contains { start in
          sequence.indices.allSatisfy {
            sequence[$0] == text[start + $0] || sequence[$0] == classes[start + $0]
          }
        }
    }
  }

  /// The character that stands for a character in sequences.
  private func representative(_ character: Unicode.Scalar) -> Unicode.Scalar {
    if ("0"..."9").contains(character) { return "0" }
    if character.properties.isLowercase { return "n" }
    if character.properties.isUppercase { return "H" }
    return character.properties.isAlphabetic ? "n" : "."
  }

  /// The face, as an object; the same answers give the same text.
  func text(weight: Int, slant: String, size: Double) -> String {
    func object(_ members: [[Unicode.Scalar]: Double]) -> String {
      let sorted = members.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      return "{" + sorted.map { "\(quoted($0.key)):\(whole($0.value))" }.joined(separator: ",")
        + "}"
    }
    let grouped = Dictionary(grouping: pairs) { $0.key[0] }.sorted { $0.key < $1.key }
    let rows = grouped.map { first, row in
      let shares = Dictionary(grouping: row) { whole($0.value) }.sorted { $0.key < $1.key }
      let members = shares.map { share, pairs in
        #""\#(share)":\#(quoted(pairs.map { $0.key[1] }.sorted()))"#
      }
      return "\(quoted([first])):{\(members.joined(separator: ","))}"
    }
    let singles = Dictionary(uniqueKeysWithValues: advances.map { ([$0.key], $0.value) })
    return #"{"weight":\#(weight),"slant":"\#(slant)","sizes":[\#(size),\#(size)],"#
      + #""unitsPerEm":\#(font.unitsPerEm),"line":{\#(font.line)},"#
      + #""advances":\#(object(singles)),"missing":\#(quoted(missing.sorted())),"#
      + #""pairs":{\#(rows.joined(separator: ","))},"triples":\#(object(triples)),"#
      + #""words":\#(object(words)),"#
      + #""sequences":[\#(sequences.map { quoted($0) }.joined(separator: ","))]}"#
  }
}

private func whole(_ number: Double) -> Int { Int(number.rounded()) }

/// A text as JSON.
private func quoted(_ scalars: [Unicode.Scalar]) -> String {
  var text = ""
  for scalar in scalars {
    switch scalar {
    case "\"", "\\": text += "\\" + String(scalar)
    case "\u{0}"..<" ":
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
  return "\"" + text + "\""
}

private func quoted(_ texts: [String]) -> String {
  quoted(texts.flatMap { Array($0.unicodeScalars) })
}

#if canImport(UIKit)
import UIKit

/// A line about a cell on screen, for `cellheights verify --against`.
///
/// - Parameters:
///   - id: The id of the record.
///   - environment: The environment as cellheights writes it, such as `390@3x/L/ltr/en/uikit`.
///   - views: The views of the cell, by their names in the template.
@MainActor
func cellHeightLine(
  id: String, template: String, environment: String, cell: UIView, views: [String: UIView]
) -> String {
  let frames = views.sorted { $0.key < $1.key }.map { name, view in
    let frame = view.convert(view.bounds, to: cell)
    return #"{"view":\#(quoted([name])),"x":\#(frame.origin.x),"y":\#(frame.origin.y),"#
      + #""width":\#(frame.size.width),"height":\#(frame.size.height)}"#
  }
  return #"{"id":\#(quoted([id])),"template":\#(quoted([template])),"environment":"#
    + #"\#(quoted([environment])),"height":\#(cell.bounds.size.height),"#
    + #""frames":[\#(frames.joined(separator: ","))]}"#
}
#endif
