/// The rule that decides which elements of a document are records.
package struct XMLRecordRule: Sendable {
  private struct Step: Sendable {
    let name: [UInt8]
    /// Whether the step has a namespace prefix, which an element must then have, too.
    let isQualified: Bool

    func matches(_ element: [UInt8]) -> Bool {
      if name == [UInt8(ascii: "*")] { return true }
      return isQualified ? element == name : XMLRecordRule.local(element).elementsEqual(name)
    }
  }

  /// The steps of the path from the root down, or `nil` for the rule of feeds.
  private let steps: [Step]?

  private init(steps: [Step]?) { self.steps = steps }

  /// The rule for RSS, RDF and Atom: `item`, `ITEM` or `entry` with any prefix, inside one to three
  /// elements.
  package static let feeds = XMLRecordRule(steps: nil)

  /// Creates the rule of an exact path from the root, such as `catalog/product`; `nil` where a step
  /// is empty.
  ///
  /// A step with a prefix matches a name as it is written, one without a prefix matches a local
  /// name, and `*` matches any name.
  package init?(path: String) {
    let names = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !names.contains(where: \.isEmpty) else { return nil }
    self.init(steps: names.map { Step(name: Array($0.utf8), isQualified: $0.utf8.contains(0x3A)) })
  }

  /// Whether an element is a record.
  ///
  /// - Parameters:
  ///   - element: Its qualified name, UTF-8.
  ///   - depth: Number of elements open around it.
  ///   - matched: How many of the elements around it match the path, from the root down.
  func isRecord(_ element: [UInt8], depth: Int, matched: Int) -> Bool {
    if let steps {
      return depth == steps.count - 1 && matched == depth && steps[depth].matches(element)
    }
    guard (1...3).contains(depth) else { return false }
    let local = Self.local(element)
    return local.elementsEqual("item".utf8) || local.elementsEqual("entry".utf8)
      || local.elementsEqual("ITEM".utf8)
  }

  /// Whether an element with `depth` elements around it matches the path's step at that depth.
  func isStep(_ element: [UInt8], depth: Int) -> Bool {
    guard let steps, depth < steps.count else { return false }
    return steps[depth].matches(element)
  }

  private static func local(_ element: [UInt8]) -> ArraySlice<UInt8> {
    element[((element.lastIndex(of: UInt8(ascii: ":")) ?? -1) + 1)...]
  }
}
