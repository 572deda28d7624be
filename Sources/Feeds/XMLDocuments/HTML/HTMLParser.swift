/// Parses HTML of any quality.
package enum HTMLParser {
  /// Parses a fragment, or what is in the body of a document.
  package static func parse(_ html: String, limits: XMLLimits = XMLLimits()) -> HTMLTree {
    var builder = HTMLTreeBuilder(html, limits: limits)
    return builder.run()
  }

  /// Parses a fragment, or what is in the body of a document, and sends its elements and text to
  /// `events`.
  ///
  /// - Returns: Whether everything was read; see `HTMLTree.isWhole`. It is also `false` if `events`
  ///   stopped.
  @discardableResult
  package static func parse(
    _ html: String, limits: XMLLimits = XMLLimits(), events: any HTMLEvents
  ) -> Bool {
    let tree = parse(html, limits: limits)
    return tree.walk(events) && tree.isWhole
  }
}
