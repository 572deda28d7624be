extension RecordMapping {
  /// A mapping for records whose words nobody has said: of the usual names of things those that
  /// lead somewhere in one of the samples at least.
  ///
  /// - Parameters:
  ///   - samples: Some of the records; XML elements with `@` before the names of attributes.
  ///   - records: Where the records stand.
  ///   - name: What to call the mapping.
  static func proposed(
    for samples: [JSONValue], records: RecordsPath, name: String
  ) -> RecordMapping {
    func used(_ rule: Rule) -> Rule {
      rule.filter { alternative in
        samples.contains { alternative.path.value(in: $0).map { !$0.isEmpty } ?? false }
      }
    }
    var mapping = RecordMapping(name: name, records: records)
    for (word, rule) in generic.rules {
      let places = used(rule)
      if !places.isEmpty { mapping.rules[word] = places }
    }
    mapping.image.url = used(generic.image.url)
    if !mapping.image.url.isEmpty {
      mapping.image.width = used(generic.image.width)
      mapping.image.height = used(generic.image.height)
    }
    return mapping
  }
}
