import Testing
import XMLDocuments

/// Suites that read all text of a document at once.
protocol XMLTextReading {}

extension XMLTextReading {
  func text(_ xml: [UInt8], limits: XMLLimits = XMLLimits()) throws -> String {
    let reader = XMLPullReader(bytes: xml, limits: limits)
    var result = ""
    while let event = try reader.next() {
      switch event {
      case .text: result += try reader.text()
      case .start: result += try reader.attributes().map(\.value).joined()
      case .end: continue
      }
    }
    return result
  }

  func text(_ xml: String, limits: XMLLimits = XMLLimits()) throws -> String {
    try text(Array(xml.utf8), limits: limits)
  }

  /// The error of a document, which must have one.
  func error(_ xml: String, limits: XMLLimits = XMLLimits()) throws -> XMLError {
    try error(Array(xml.utf8), limits: limits)
  }

  func error(_ xml: [UInt8], limits: XMLLimits = XMLLimits()) throws -> XMLError {
    do {
      _ = try text(xml, limits: limits)
    } catch {
      return try #require(error as? XMLError)
    }
    return try #require(nil as XMLError?, "no error")
  }
}

extension XMLPullReader {
  /// Goes to the next event of a document that comes in pieces of a size.
  func next(of rest: inout ArraySlice<UInt8>, step: Int) throws(XMLError) -> Event? {
    while true {
      if let event = try next() { return event }
      if rest.isEmpty {
        finish()
        return try next()
      }
      feed(rest.prefix(step))
      rest = rest.dropFirst(step)
    }
  }
}
