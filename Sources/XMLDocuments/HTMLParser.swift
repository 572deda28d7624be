import CLibXML2

/// Receives the events of an HTML text in document order.
public protocol HTMLHandler: AnyObject {
  /// An element starts; its name is in lower case.
  func startElement(_ name: String, attributes: [HTMLAttribute])
  /// An element ends, also where the text left its end out.
  func endElement(_ name: String)
  /// Text with its entities decoded; one text may come in several calls.
  func characters(_ text: String)
}

/// One attribute of an HTML element.
public struct HTMLAttribute: Hashable, Sendable {
  /// Its name in lower case.
  public let name: String
  /// Its value with entities decoded; empty where it has none.
  public let value: String
}

/// Parses HTML of any quality with libxml2's parser, without building a tree.
public enum HTMLParser {
  /// Parses a fragment or a document and reports what it holds.
  ///
  /// - Returns: Whether it was read to its end; `false` when it is nested deeper than the limit,
  ///   where reading stops.
  @discardableResult
  public static func parse(
    _ html: String, limits: XMLLimits = XMLLimits(), handler: any HTMLHandler
  ) -> Bool {
    xmlInitParser()
    var html = html
    return html.withUTF8 { bytes -> Bool in
      guard bytes.count < Int(Int32.max) else { return false }
      guard
        let context = bytes.withMemoryRebound(
          to: CChar.self, { htmlCreateMemoryParserCtxt($0.baseAddress, Int32($0.count)) })
      else { return true }
      defer { htmlFreeParserCtxt(context) }
      let sink = HTMLSink(handler: handler, limit: limits.depth, context: context)
      return sink.run()
    }
  }
}

/// What libxml2's callbacks see of a run.
private final class HTMLSink {
  private let handler: any HTMLHandler
  private let limit: Int
  private let context: htmlParserCtxtPtr
  private var depth = 0
  private var stopped = false

  init(handler: any HTMLHandler, limit: Int, context: htmlParserCtxtPtr) {
    self.handler = handler
    self.limit = limit
    self.context = context
  }

  static func from(_ context: UnsafeMutableRawPointer?) -> HTMLSink? {
    context.map { Unmanaged<HTMLSink>.fromOpaque($0).takeUnretainedValue() }
  }

  func run() -> Bool {
    let options =
      HTML_PARSE_NONET.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOIMPLIED.rawValue
    htmlCtxtUseOptions(context, Int32(bitPattern: options))
    if let handler = xmlFindCharEncodingHandler("UTF-8") { xmlSwitchToEncoding(context, handler) }
    var events = xmlSAXHandler()
    events.startElement = { context, name, attributes in
      HTMLSink.from(context)?.start(name, attributes)
    }
    events.endElement = { context, name in HTMLSink.from(context)?.end(name) }
    events.characters = { context, text, count in HTMLSink.from(context)?.text(text, count) }
    events.ignorableWhitespace = events.characters
    events.cdataBlock = events.characters
    context.pointee.sax?.pointee = events
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    return withExtendedLifetime(self) {
      htmlParseDocument(context)
      return !stopped
    }
  }

  private func start(
    _ name: UnsafePointer<xmlChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
  ) {
    guard let name, !stopped else { return }
    depth += 1
    if depth > limit {
      stopped = true
      xmlStopParser(context)
      return
    }
    var list: [HTMLAttribute] = []
    if var place = attributes {
      while let key = place[0] {
        let value = place[1].map { String(cString: $0) } ?? ""
        list.append(HTMLAttribute(name: String(cString: key), value: value))
        place += 2
      }
    }
    handler.startElement(String(cString: name), attributes: list)
  }

  private func end(_ name: UnsafePointer<xmlChar>?) {
    guard let name, !stopped else { return }
    depth -= 1
    handler.endElement(String(cString: name))
  }

  private func text(_ bytes: UnsafePointer<xmlChar>?, _ count: Int32) {
    guard let bytes, count > 0, !stopped else { return }
    handler.characters(
      String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self))
  }
}
