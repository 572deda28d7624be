import Glibc

/// The three streams that a program is started with.
enum StandardStreams {
  /// Fills in those that the caller closed: else the next file opened, such as a store, would take
  /// their number and with it what is said there.
  static func fillIn() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      // The lowest free number is given, which is this one.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Colours what is written for people as a command line asks, whatever the environment says.
  static func color(as words: [String]) {
    for (name, value) in ColorChoice.asked(words)?.variables ?? [] {
      if let value { setenv(name, value, 1) } else { unsetenv(name) }
    }
  }
}

/// Data for the next program, or for a person at a terminal.
///
/// Ids, paths and texts come from anywhere, so that nothing of them commands a terminal: each way of
/// writing but that of plain bytes escapes it as its reader understands it. The program ends quietly
/// when nobody reads any more.
enum StandardOutput {
  /// Writes a line for people; tabs may indent it.
  static func write(_ line: String) {
    write(Array(line.printable(tabs: true).utf8) + [UInt8(ascii: "\n")])
  }

  /// Writes lines for people, each in its style.
  static func write(_ lines: [String], style: (_ index: Int, _ line: String) -> Palette.LineStyle) {
    let palette = palette
    for (index, line) in lines.enumerated() {
      let shown = palette.line(line.printable(), style(index, line))
      write(Array(shown.utf8) + [UInt8(ascii: "\n")])
    }
  }

  /// Writes lines for people, the first of which says what they are about.
  static func write(titled lines: [String]) {
    write(lines) { index, _ in index == 0 ? .heading : .plain }
  }

  /// Writes a document of several lines in YAML, whose quoted texts have the escapes of JSON.
  static func write(document: String) {
    let escaped = JSONLineEscapes.escaping(Array(document.utf8))
    let text = String(decoding: escaped, as: UTF8.self)
    write(Array(text.printable(lineBreaks: true, tabs: true).utf8) + [UInt8(ascii: "\n")])
  }

  /// Writes a line of JSON.
  static func write(json: String) {
    write(JSONLineEscapes.escaping(Array(json.utf8)) + [UInt8(ascii: "\n")])
  }

  /// Writes bytes as they are: pictures, and lines that are fit for a terminal already.
  static func write(_ bytes: [UInt8]) {
    send(bytes, to: STDOUT_FILENO)
  }

  /// Whether a person is looking.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// The colours of what is written for people.
  static var palette: Palette { Palette(variable: variable, isTerminal: isTerminal) }
}

/// Talk for people.
enum StandardError {
  /// Writes a line; ids and paths in it come from anywhere, so that what commands a terminal is shown
  /// as `\u{1B}`.
  static func write(_ line: String) {
    let shown = palette.line(line.printable(lineBreaks: true), .diagnostic)
    send(Array(shown.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
  }

  /// Writes over the current line of a terminal.
  static func overwrite(_ text: String) {
    send(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
  }

  /// Whether a person is looking.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// The colours of what is said.
  static var palette: Palette { Palette(variable: variable, isTerminal: isTerminal) }

  /// Whether a line can be written over: not on a terminal that knows no escapes.
  static var canOverwrite: Bool {
    isTerminal && getenv("TERM").map { String(cString: $0) } != "dumb"
  }
}

/// The value of an environment variable.
private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

private func send(_ bytes: [UInt8], to descriptor: Int32) {
  var start = 0
  while start < bytes.count {
    let sent = bytes.withUnsafeBytes { buffer in
      buffer.baseAddress.map { write(descriptor, $0 + start, bytes.count - start) } ?? -1
    }
    if sent < 0 {
      if errno == EINTR { continue }
      // A closed pipe is the reader's way to say "enough"; anything else lost data.
      if errno == EPIPE { exit(0) }
      if descriptor != STDERR_FILENO {
        StandardError.write(
          "cellheights: writing standard output failed: \(String(cString: strerror(errno)))")
      }
      exit(ExitStatus.writeFailed.rawValue)
    }
    start += sent
  }
}
