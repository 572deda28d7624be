import Cassowary
import Foundation

/// Solves systems of standard input, one JSON object a line, and prints one answer a line.
///
/// For `scripts/oracles solver`, which verifies answers in rational arithmetic. Exit: 0; 65 for a line
/// that is no system.
@main struct SolverProbe {
  static func main() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var number = 0
    while let line = readLine(strippingNewline: true) {
      number += 1
      guard !line.isEmpty else { continue }
      do {
        let system = try JSONDecoder().decode(ProbedSystem.self, from: Data(line.utf8))
        let answer = try ProbeAnswer(of: system)
        FileHandle.standardOutput.write(try encoder.encode(answer) + Data("\n".utf8))
      } catch {
        FileHandle.standardError.write(Data("line \(number): \(error)\n".utf8))
        exit(65)
      }
    }
  }
}
