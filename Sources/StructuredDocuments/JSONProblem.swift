import CSimdjson

/// The reason why JSON text was refused.
public enum JSONProblem: Error, Hashable, Sendable {
  /// The text is not valid JSON.
  case syntax
  /// The text ends early.
  case truncated
  /// Values are nested too deeply.
  case depth
  /// The text is not UTF-8.
  case encoding
  /// There is no memory for the value.
  case memory
  /// There is text after the value.
  case trailing
  /// The text is longer than the parser takes.
  case tooLarge
  /// A key occurs twice in one object.
  case duplicateKey
  /// A string contains an unescaped control character.
  case control
  /// The JSON contains no array of objects.
  case noRecords

  init?(_ status: ch_json_status) {
    switch Int(status) {
    case CH_JSON_OK: return nil
    case CH_JSON_DEPTH: self = .depth
    case CH_JSON_UTF8: self = .encoding
    case CH_JSON_MEMORY: self = .memory
    case CH_JSON_TOO_LARGE: self = .tooLarge
    case CH_JSON_DUPLICATE_KEY: self = .duplicateKey
    case CH_JSON_CONTROL: self = .control
    default: self = .syntax
    }
  }
}
