extension Unicode.Scalar {
  /// Whether a terminal interprets the character: control characters (C0, DEL, C1), line and
  /// paragraph separators, direction controls.
  package var commandsTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
