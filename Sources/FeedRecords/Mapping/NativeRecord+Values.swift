/// The values of a record, read where the parser holds them.
///
/// Texts that need no change stay in the bytes that the record holds; see `HeldTexts`.
extension NativeRecord {
  /// Reads a record's values.
  ///
  /// - Parameter storage: It holds the record's bytes and, behind them, the strings that had
  ///   escapes.
  /// - Returns: What was found in HTML; `nil` where none was converted.
  func fill(
    _ storage: RecordStorage, from record: JSONNode, convertsHTML: Bool
  ) -> MarkupFindings? {
    let members = NativeMembers(record: record)
    var findings: MarkupFindings?
    if let id = members[.id] {
      if let held = id.heldTrimmed {
        storage.held.id = held
      } else if let text = id.trimmedText {
        storage.values.id = text
      }
    }
    if let version = members[.version] {
      if let held = version.held {
        storage.held.version = held
      } else if let text = version.nonEmptyText {
        storage.values.version = text
      }
    }
    if let title = members[.title] {
      if let held = title.held, title.bytes.isOneLine {
        storage.held.title = held
      } else if let line = title.line {
        storage.values.title = line
      }
    }
    if let html = members[.contentHTML] {
      if !convertsHTML, let held = html.held {
        storage.held.contentHTML = held
      } else if let html = html.nonEmptyText {
        var found = MarkupFindings()
        storage.values.setContent(html: html, &found, limits: limits, converts: convertsHTML)
        findings = found
      }
    }
    if let plain = members[.contentText], !plain.isEmpty {
      if storage.hasValues { storage.values.contentText = nil }
      if let held = plain.held {
        storage.held.contentText = held
      } else {
        storage.values.contentText = plain.nonEmptyText
      }
    }
    if let summary = members[.summary] {
      if let held = summary.held {
        storage.held.summary = held
      } else if let text = summary.nonEmptyText {
        storage.values.summary = text
      }
    }
    author(members, storage)
    storage.facts.published = Self.date(members[.published], else: members[.datePublished])
    storage.facts.updated = Self.date(members[.updated], else: members[.dateModified])
    url(members, storage)
    if let language = members[.language], !language.isEmpty {
      if let held = language.held {
        storage.held.language = held
      } else {
        storage.values.language = language.nonEmptyText
      }
    } else if let language = inherited.language {
      storage.values.language = language
    }
    image(members, storage)
    if let files = members[.attachments] {
      storage.values.attachments = RecordMapping.attachments(files)
    }
    if let tags = members[.tags] { storage.values.tags = RecordMapping.names(tags) }
    let others = members.otherCount
    if others > 0 || members[.fields] != nil {
      storage.values.fields = fields(members, others: others)
    }
    return findings
  }

  /// The first that is there and not empty counts, whether it can be read or not.
  private static func date(_ value: JSONNode?, else other: JSONNode?) -> FeedDate? {
    guard let value, !value.isEmpty else { return other?.date() }
    return value.date()
  }

  private func author(_ members: NativeMembers, _ storage: RecordStorage) {
    if let name = Self.onlyAuthor(members[.authors], members[.author]), let held = name.held {
      storage.held.author = held
    } else if let name = Self.author(members[.authors], members[.author]) ?? inherited.author {
      storage.values.author = name
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

  private func url(_ members: NativeMembers, _ storage: RecordStorage) {
    if let held = members[.url]?.heldTrimmed {
      storage.held.url = held
    } else if let text = members[.url]?.trimmedText {
      storage.values.url = text
    } else if let held = members[.externalURL]?.heldTrimmed {
      storage.held.url = held
    } else if let text = members[.externalURL]?.trimmedText {
      storage.values.url = text
    }
  }

  private func image(_ members: NativeMembers, _ storage: RecordStorage) {
    let url: JSONNode
    var (width, height): (Double?, Double?)
    if let given = members[.image], !given.isEmpty {
      if given.kind == .object {
        let parts = FeedImage.parts(of: given)
        guard let found = parts.url else { return }
        (url, width, height) = (found, parts.width, parts.height)
      } else {
        url = given
      }
    } else if let banner = members[.bannerImage], !banner.isEmpty {
      url = banner
    } else {
      return
    }
    // JSON Feed has no place for sizes; `_image` is our extension.
    if let size = members[.imageSize] {
      width = width ?? size.member(named: "width")?.number
      height = height ?? size.member(named: "height")?.number
    }
    if let held = url.heldTrimmed {
      storage.held.imageURL = held
      storage.facts.imageWidth = FeedImage.known(width)
      storage.facts.imageHeight = FeedImage.known(height)
    } else if let text = url.trimmedText {
      storage.values.image = FeedImage(url: text, width: width, height: height)
    }
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
