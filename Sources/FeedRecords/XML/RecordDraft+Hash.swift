extension RecordDraft {
  /// Whether the hash of the record's bytes has to stand in for its id or its version.
  var needsHash: Bool {
    let isNamed = (id.map { !$0.trimmed.isEmpty } ?? false) || (url.map { !$0.isEmpty } ?? false)
    let isDated = (version.map { !$0.isEmpty } ?? false) || updated != nil
    return !isNamed || !isDated
  }
}
