/// The values of a record, read where the parser holds them.
///
/// Texts that need no change stay in the bytes that the record holds; see `HeldTexts`.
extension NativeRecord {
  /// Reads a record's values.
  ///
  /// - Parameter contents: Those of a storage that holds the record's bytes and, behind them, the
  ///   strings that had escapes.
  func fill(
    _ contents: inout RecordContents, _ given: inout GivenIdentity, from record: JSONNode,
    convertsHTML: Bool
  ) {
    let members = NativeMembers(record: record)
    given.id = members[.id]?.trimmedText
    given.version = members[.version]?.nonEmptyText
    if let title = members[.title] {
      if let held = title.held, title.bytes.isOneLine {
        contents.held.title = held
      } else {
        contents.values.title = title.line
      }
    }
    if let html = members[.contentHTML] {
      if !convertsHTML {
        Self.take(html, &contents.values.contentHTML, &contents.held.contentHTML)
      } else if let html = html.nonEmptyText {
        contents.values.setContent(html: html, &given, limits: limits, converts: true)
      }
    }
    if let plain = members[.contentText], !plain.isEmpty {
      contents.values.contentText = nil
      Self.take(plain, &contents.values.contentText, &contents.held.contentText)
    }
    if let summary = members[.summary] {
      Self.take(summary, &contents.values.summary, &contents.held.summary)
    }
    author(members, &contents)
    contents.values.published = Self.date(members[.published], else: members[.datePublished])
    contents.values.updated = Self.date(members[.updated], else: members[.dateModified])
    url(members, &contents)
    if let language = members[.language], !language.isEmpty {
      Self.take(language, &contents.values.language, &contents.held.language)
    } else {
      contents.values.language = inherited.language
    }
    image(members, &contents)
    if let files = members[.attachments] {
      contents.values.attachments = RecordMapping.attachments(files)
    }
    if let tags = members[.tags] { contents.values.tags = RecordMapping.names(tags) }
    let others = members.otherCount
    if others > 0 || members[.fields] != nil {
      contents.values.fields = fields(members, others: others)
    }
  }

  /// Takes a text that is not empty: its place, or of what is no string the text it makes.
  @inline(__always)
  private static func take(_ node: JSONNode, _ text: inout String?, _ held: inout HeldText) {
    if let place = node.held { held = place } else { text = node.nonEmptyText }
  }

  /// The first that is there and not empty counts, whether it can be read or not.
  private static func date(_ value: JSONNode?, else other: JSONNode?) -> FeedDate? {
    guard let value, !value.isEmpty else { return other?.date() }
    return value.date()
  }

  private func author(_ members: NativeMembers, _ contents: inout RecordContents) {
    if let name = Self.onlyAuthor(members[.authors], members[.author]), let held = name.held {
      contents.held.author = held
    } else {
      contents.values.author =
        Self.author(members[.authors], members[.author]) ?? inherited.author
    }
  }

  /// The name of the author; `nil` where there is none or more than one.
  private static func onlyAuthor(_ authors: JSONNode?, _ author: JSONNode?) -> JSONNode? {
    if let authors, authors.kind == .array, authors.count > 0 {
      return authors.count == 1 ? authors.child(0)?.member(named: "name") : nil
    }
    guard let author else { return nil }
    return author.kind == .object ? author.member(named: "name") : author
  }

  private func url(_ members: NativeMembers, _ contents: inout RecordContents) {
    if let held = members[.url]?.heldTrimmed {
      contents.held.url = held
    } else if let text = members[.url]?.trimmedText {
      contents.values.url = text
    } else if let held = members[.externalURL]?.heldTrimmed {
      contents.held.url = held
    } else {
      contents.values.url = members[.externalURL]?.trimmedText
    }
  }

  private func image(_ members: NativeMembers, _ contents: inout RecordContents) {
    var image: FeedImage
    if let given = members[.image], !given.isEmpty {
      if given.kind == .object {
        let parts = FeedImage.parts(of: given)
        guard let url = parts.url else { return }
        if let held = url.heldTrimmed { contents.held.imageURL = held }
        guard let text = url.heldTrimmed == nil ? url.trimmedText : "" else { return }
        image = FeedImage(url: text, width: parts.width, height: parts.height)
      } else {
        if let held = given.held { contents.held.imageURL = held }
        guard let text = given.held == nil ? given.text : "" else { return }
        image = FeedImage(url: text)
      }
    } else if let banner = members[.bannerImage], !banner.isEmpty {
      if let held = banner.held { contents.held.imageURL = held }
      guard let text = banner.held == nil ? banner.text : "" else { return }
      image = FeedImage(url: text)
    } else {
      return
    }
    // JSON Feed has no place for sizes; `_image` is our extension.
    if let size = members[.imageSize] {
      image = FeedImage(
        url: image.url, width: image.width ?? size.member(named: "width")?.number,
        height: image.height ?? size.member(named: "height")?.number)
    }
    contents.values.image = image
  }

  /// The members of `fields` and those that have no word here; where both have a name, the first.
  ///
  /// - Parameter others: How many have no word here.
  private func fields(_ members: NativeMembers, others: Int) -> JSONValue {
    let record = members.record
    let inner = members[.fields]
    let capacity = others + (inner?.count ?? 0)
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: capacity) { keys in
      var count = 0
      func choose(_ key: Int) {
        guard count < capacity else { return }
        keys.initializeElement(at: count, to: key)
        count += 1
      }
      var names: Set<String> = []
      inner?.forEachMember { key, _ in
        names.insert(record.at(key).text ?? "")
        choose(key)
      }
      members.forEachOther { key in
        if names.isEmpty || !names.contains(record.at(key).text ?? "") { choose(key) }
      }
      return JSONValue(
        tape: JSONTape(members: UnsafeBufferPointer(rebasing: keys[..<count]), of: record.tree))
    }
  }
}
