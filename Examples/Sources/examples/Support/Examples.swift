import Foundation

/// Runs the examples that the arguments name, and checks what they print.
@main
struct Examples {
  static let all: [Example] = [
    .lookUpAHeight, .layOutACard, .pandaNodes, .yourOwnLayoutable, .helloWorld, .boxAnimation,
    .gridOfPhotos, .editVariables,
    .socialCellBad, .socialCellGood, .weatherView, .voiceOverGrid,
    .twelveSetters, .feedbackLoop,
  ]

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.isEmpty {
      print("examples NAME…, or all:")
      for example in all { print("  \(padded(example.name))\(example.about)") }
      return
    }
    var chosen: [Example] = []
    for argument in arguments {
      if argument == "all" {
        chosen += all
      } else if let example = all.first(where: { $0.name == argument }) {
        chosen.append(example)
      } else {
        complain("examples: there is no example '\(argument)'; without a name they are listed")
        exit(64)
      }
    }
    var failed: [String] = []
    for example in chosen {
      if await !run(example) { failed.append(example.name) }
    }
    guard failed.isEmpty else {
      complain("examples: not as said: \(failed.joined(separator: ", "))")
      exit(1)
    }
  }

  private static func run(_ example: Example) async -> Bool {
    print("\(example.name): \(example.about)")
    var transcript = Transcript()
    do {
      try await example.run(&transcript)
    } catch {
      transcript.check("no error, but: \(error)", false)
    }
    return transcript.failures == 0
  }

  private static func padded(_ name: String) -> String {
    name + String(repeating: " ", count: max(1, 20 - name.count))
  }

  private static func complain(_ sentence: String) {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
  }
}
