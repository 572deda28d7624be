internal import StructuredDocuments

/// The questions of which a metrics pack has the answers: the characters, and what else is asked.
///
/// `questions.json` has them, for this program and for the files in `Capture`.
public struct CaptureQuestions: Sendable {
  /// The signs, the digits and the space, which all scripts share.
  public let common: [Unicode.Scalar]
  /// The letters of each script; each is asked in pairs with those of its script and with `common`.
  public let groups: [(script: String, letters: [Unicode.Scalar])]
  /// Characters that are asked beside each character, in texts of three.
  public let neighbors: [Unicode.Scalar]
  /// Characters that stand for small letters, capitals, digits and signs.
  public let representatives: [Unicode.Scalar]
  /// Maximum length of the texts of representatives and one character.
  public let longest: Int

  /// The text of `questions.json`.
  public static var document: String {
    String(decoding: PackageResources.questions_json, as: UTF8.self)
  }

  /// Creates other questions, for tests.
  package init(
    common: [Unicode.Scalar], groups: [(script: String, letters: [Unicode.Scalar])],
    neighbors: [Unicode.Scalar], representatives: [Unicode.Scalar], longest: Int
  ) {
    self.common = common
    self.groups = groups
    self.neighbors = neighbors
    self.representatives = representatives
    self.longest = longest
  }

  /// Reads `questions.json`.
  public init() {
    let value = JSONParser().value(PackageResources.questions_json[...]) ?? .null
    func scalars(_ value: JSONValue?) -> [Unicode.Scalar] {
      Array((value?.string ?? "").unicodeScalars)
    }
    common = scalars(value["common"])
    groups = (value["groups"]?.elements ?? []).map {
      ($0["script"]?.string ?? "", scalars($0["letters"]))
    }
    neighbors = scalars(value["neighbors"])
    representatives = scalars(value["representatives"])
    longest = Int(value["longest"]?.literal ?? "") ?? 0
  }

  /// The characters that are asked, by script.
  public var characters: [MetricsPack.CharacterGroup] {
    func text(_ scalars: [Unicode.Scalar]) -> String {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return String(text)
    }
    return [
      MetricsPack.CharacterGroup(
        script: MetricsPack.CharacterGroup.common, characters: text(common))
    ]
      + groups.map { MetricsPack.CharacterGroup(script: $0.script, characters: text($0.letters)) }
  }
}
