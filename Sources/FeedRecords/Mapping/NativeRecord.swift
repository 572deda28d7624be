import XMLDocuments

/// Reads records that use our own words or JSON Feed's: the record document and JSON Feed items.
struct NativeRecord {
  /// What items inherit from the feed around them.
  struct Inherited: Sendable {
    var author: String?
    var language: String?

    var isEmpty: Bool { author == nil && language == nil }
  }

  var inherited = Inherited()
  var limits: XMLLimits

  /// Whether a record looks like one of these.
  static func fits(_ value: JSONValue) -> Bool {
    if value["content_text"] != nil || value["content_html"] != nil { return true }
    guard value["id"] != nil else { return false }
    var members = NativeMembers()
    value.forEachMember { key, member in
      value.withBytes(at: key) { members.note($0, at: member.index) }
    }
    return members.others == 0
  }

  /// Reads a record's values.
  func fill(
    _ draft: inout RecordValues, _ given: inout GivenIdentity, from record: JSONNode,
    convertsHTML: Bool
  ) {
    var members = NativeMembers()
    record.forEachMember { key, member in
      members.note(record.at(key).bytes, at: member.index)
    }
    func value(_ index: Int) -> JSONNode? { index > 0 ? record.at(index) : nil }
    func text(_ index: Int) -> String? { value(index)?.nonEmptyText }
    func date(_ index: Int, else other: Int) -> FeedDate? {
      // The first that is there and not empty counts, whether it can be read or not.
      guard let value = value(index), !value.isEmpty else {
        return value(other)?.date()
      }
      return value.date()
    }
    given.id = value(members.id)?.trimmedText
    given.version = text(members.version)
    draft.title = value(members.title)?.line
    if let html = text(members.contentHTML) {
      draft.setContent(html: html, &given, limits: limits, converts: convertsHTML)
    }
    if let plain = text(members.contentText) { draft.contentText = plain }
    draft.summary = text(members.summary)
    draft.author =
      Self.author(value(members.authors), value(members.author)) ?? inherited.author
    draft.published = date(members.published, else: members.datePublished)
    draft.updated = date(members.updated, else: members.dateModified)
    draft.url = value(members.url)?.trimmedText ?? value(members.externalURL)?.trimmedText
    draft.language = text(members.language) ?? inherited.language
    if let image = value(members.image), !image.isEmpty {
      draft.image =
        image.kind == .object ? FeedImage(object: image) : image.text.map { FeedImage(url: $0) }
    } else if let banner = text(members.bannerImage) {
      draft.image = FeedImage(url: banner)
    }
    // JSON Feed has no place for sizes; `_image` is our extension.
    if let size = value(members.imageSize), let image = draft.image {
      draft.image = FeedImage(
        url: image.url, width: image.width ?? size.member(named: "width")?.number,
        height: image.height ?? size.member(named: "height")?.number)
    }
    if let files = value(members.attachments) {
      draft.attachments = RecordMapping.attachments(files)
    }
    if let tags = value(members.tags) { draft.tags = RecordMapping.names(tags) }
    if members.others > 0 || members.fields > 0 {
      draft.fields = fields(record, value(members.fields), others: members.others)
    }
  }

  /// Names of one author or several.
  static func author<Value: JSONReadable>(_ authors: Value?, _ author: Value?) -> String? {
    var names: String?
    authors?.forEachElement { author in
      guard let name = author.member(named: "name")?.nonEmptyText else { return }
      if let before = names {
        names = before + ", " + name
      } else {
        names = name
      }
    }
    if let names { return names }
    guard let author else { return nil }
    return author.kind == .object ? author.member(named: "name")?.nonEmptyText : author.nonEmptyText
  }

  /// The members of `fields` and those that have no word here; where both have a name, the first.
  ///
  /// - Parameter others: How many have no word here.
  private func fields(_ record: JSONNode, _ inner: JSONNode?, others: Int) -> JSONValue {
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
      record.forEachMember { key, _ in
        guard NativeMembers.isOther(record.at(key).bytes),
          names.isEmpty || !names.contains(record.at(key).text ?? "")
        else { return }
        choose(key)
      }
      return JSONValue(
        tape: JSONTape(members: UnsafeBufferPointer(rebasing: keys[..<count]), of: record.tree))
    }
  }
}
