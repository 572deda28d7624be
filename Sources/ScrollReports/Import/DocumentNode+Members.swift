internal import StructuredDocuments

extension DocumentNode {
  /// The text of a member; nil for none.
  func text(_ key: String) -> String? {
    guard case .text(let text)? = self[key]?.value, !text.isEmpty else { return nil }
    return text
  }

  /// The value as a number.
  func requiredNumber() throws(DocumentProblem) -> Double {
    guard case .number(let number) = value else {
      throw problem("a number is expected here, not \(found)")
    }
    guard SampleFigures.range.contains(number) else {
      throw problem("\(found) is no count and no time of a scroll")
    }
    return number
  }

  /// The elements as numbers.
  func numbers() throws(DocumentProblem) -> [Double] {
    var numbers: [Double] = []
    for element in try elements(of: "a list of numbers") {
      numbers.append(try element.requiredNumber())
    }
    return numbers
  }
}
