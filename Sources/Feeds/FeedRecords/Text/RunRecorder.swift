import XMLDocuments

/// Records the runs of a text while the text is built.
struct RunRecorder {
  /// The styles of the text that comes next.
  struct State: Equatable {
    fileprivate(set) var traits: ContentTraits = []
    fileprivate(set) var quoteLevel = 0
    fileprivate(set) var headingLevel = 0
    fileprivate(set) var listLevel = 0
    fileprivate(set) var link: String?
  }

  private var state = State()
  private var saved: [State] = []
  private var recorded: [(start: Int, end: Int, state: State)] = []

  /// Saves the state at the start of an element.
  mutating func push() { saved.append(state) }

  /// Restores the state from before the element's start.
  mutating func pop() {
    if let last = saved.popLast() { state = last }
  }

  /// Adds the style of an element to the current state.
  ///
  /// - Parameters:
  ///   - lists: Number of lists around the element.
  ///   - base: The base URL of relative links.
  mutating func enter(_ tag: HTMLTag, _ attributes: HTMLAttributes, _ lists: Int, _ base: String?) {
    state.enter(tag, attributes, lists, base)
  }

  /// Records that text was written in the current state.
  ///
  /// - Parameters:
  ///   - start: UTF-8 offset of the text's start.
  ///   - end: UTF-8 offset of the text's end.
  mutating func record(_ start: Int, _ end: Int) {
    if let last = recorded.last, last.state == state {
      recorded[recorded.count - 1].end = end
    } else {
      recorded.append((start, end, state))
    }
  }

  /// The runs of the finished text.
  ///
  /// - Parameter count: Length of the text in UTF-8 bytes.
  func finish(count: Int) -> [ContentRun] {
    recorded.compactMap { run in
      guard run.state != State(), run.start < min(run.end, count) else { return nil }
      return ContentRun(
        range: run.start..<min(run.end, count), traits: run.state.traits,
        quoteLevel: run.state.quoteLevel, headingLevel: run.state.headingLevel,
        listLevel: run.state.listLevel, link: run.state.link)
    }
  }
}

extension RunRecorder.State {
  fileprivate mutating func enter(
    _ tag: HTMLTag, _ attributes: HTMLAttributes, _ lists: Int, _ base: String?
  ) {
    switch tag {
    case .em, .i, .cite, .dfn, .var: traits.insert(.emphasis)
    case .strong, .b: traits.insert(.strong)
    case .code, .kbd, .samp, .tt, .pre: traits.insert(.code)
    case .del, .s, .strike: traits.insert(.deleted)
    case .ins, .u: traits.insert(.inserted)
    case .sup: traits.insert(.superscript)
    case .sub: traits.insert(.subscript)
    case .mark: traits.insert(.marked)
    case .blockquote: quoteLevel += 1
    case .h1: headingLevel = 1
    case .h2: headingLevel = 2
    case .h3: headingLevel = 3
    case .h4: headingLevel = 4
    case .h5: headingLevel = 5
    case .h6: headingLevel = 6
    case .li: listLevel = max(1, lists)
    case .a:
      guard let address = attributes.value("href")?.trimmed,
        PictureFinder.scheme(of: address) != "javascript"
      else { return }
      link = PictureFinder.resolve(address, base)
    default: break
    }
  }
}
