import CommandSettings
import Glibc
import StructuredDocuments

enum StandardStreams {
  /// Opens `/dev/null` for each closed stream, so that no other file gets its descriptor.
  static func fillIn() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) == -1 {
      // `open` uses the lowest free descriptor, which is the descriptor of the closed stream.
      _ = open("/dev/null", O_RDWR)
    }
  }

  /// Applies `--color`, which overrides environment variables.
  static func color(as words: [String]) {
    for (name, value) in ColorChoice.asked(words)?.variables ?? [] {
      if let value { setenv(name, value, 1) } else { unsetenv(name) }
    }
  }
}

/// Standard output.
///
/// Text, but not raw bytes, is escaped for terminals. If the pipe is closed, the program ends
/// without an error.
enum StandardOutput {
  /// Writes a line of text, which may contain tabs.
  static func write(_ line: String) {
    write(Array(line.printable(tabs: true).utf8) + [UInt8(ascii: "\n")])
  }

  /// Writes lines.
  ///
  /// - Parameters:
  ///   - lines: The lines, which may contain tabs.
  ///   - remark: Text for standard error if the lines cannot be written; `nil` for none.
  static func write(_ lines: [String], orTell remark: String?) {
    let text = lines.map { $0.printable(tabs: true) + "\n" }.joined()
    send(Array(text.utf8), to: STDOUT_FILENO, orTell: remark)
  }

  static func write(_ lines: [String], style: (_ index: Int, _ line: String) -> Palette.LineStyle) {
    let palette = palette
    for (index, line) in lines.enumerated() {
      let shown = palette.line(line.printable(), style(index, line))
      write(Array(shown.utf8) + [UInt8(ascii: "\n")])
    }
  }

  /// Writes lines; the first line is a heading.
  static func write(titled lines: [String]) {
    write(lines) { index, _ in index == 0 ? .heading : .plain }
  }

  /// Writes a YAML document.
  static func write(document: String) {
    let escaped = JSONLineEscapes.escaping(Array(document.utf8))
    let text = String(decoding: escaped, as: UTF8.self)
    write(Array(text.printable(lineBreaks: true, tabs: true).utf8) + [UInt8(ascii: "\n")])
  }

  /// Writes a line of JSON.
  ///
  /// - Parameters:
  ///   - json: The line.
  ///   - remark: Text for standard error if the line cannot be written; `nil` for none.
  static func write(json: String, orTell remark: String? = nil) {
    send(
      JSONLineEscapes.escaping(Array(json.utf8)) + [UInt8(ascii: "\n")], to: STDOUT_FILENO,
      orTell: remark)
  }

  /// Writes raw bytes, such as pictures and escaped lines.
  static func write(_ bytes: [UInt8]) {
    send(bytes, to: STDOUT_FILENO)
  }

  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  static var palette: Palette { Palette(variable: variable, isTerminal: isTerminal) }
}

enum StandardError {
  /// Writes a line, which is escaped for terminals.
  static func write(_ line: String) {
    let shown = palette.line(line.printable(lineBreaks: true), .diagnostic)
    send(Array(shown.utf8) + [UInt8(ascii: "\n")], to: STDERR_FILENO)
  }

  /// Writes lines, which are escaped for terminals.
  static func write(_ lines: [String]) {
    for line in lines { write(line) }
  }

  /// Replaces the text of the current line on a terminal.
  static func overwrite(_ text: String) {
    send(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
  }

  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  static var palette: Palette { Palette(variable: variable, isTerminal: isTerminal) }

  /// Whether standard error is a terminal whose current line can be replaced.
  static var canOverwrite: Bool {
    isTerminal && getenv("TERM").map { String(cString: $0) } != "dumb"
  }
}

private func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

private func send(_ bytes: [UInt8], to descriptor: Int32, orTell remark: String? = nil) {
  var start = 0
  while start < bytes.count {
    let sent = bytes.withUnsafeBytes { buffer in
      buffer.baseAddress.map { write(descriptor, $0 + start, bytes.count - start) } ?? -1
    }
    if sent < 0 {
      if errno == EINTR { continue }
      // A closed pipe is not an error.
      if errno == EPIPE { exit(0) }
      if descriptor != STDERR_FILENO {
        StandardError.write(
          "cellheights: writing standard output failed: \(String(cString: strerror(errno)))"
            + (remark.map { "; \($0)" } ?? ""))
      }
      exit(ExitStatus.writeFailed.rawValue)
    }
    start += sent
  }
}
