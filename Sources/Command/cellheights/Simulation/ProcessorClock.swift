import Foundation

/// How steady the clock of this machine's processors is, on which measured costs depend.
struct ProcessorClock {
  /// Frequency governors of the processors, sorted; empty where the system does not say.
  let governors: [String]

  /// Reads the governors.
  ///
  /// - Parameter folder: Where the system describes its processors.
  init(folder: String = "/sys/devices/system/cpu") {
    var found: Set<String> = []
    for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
      guard name.hasPrefix("cpu"), name.dropFirst(3).allSatisfy(\.isNumber) else { continue }
      let path = "\(folder)/\(name)/cpufreq/scaling_governor"
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      found.insert(
        String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
    }
    governors = found.sorted()
  }

  /// What a reader of measured costs should know; nil for a steady clock.
  var remark: String? {
    if governors.isEmpty {
      return "the system does not say how it sets the processor's clock; measured costs may vary"
    }
    let unsteady = governors.filter { $0 != "performance" }
    guard !unsteady.isEmpty else { return nil }
    return "the processor's clock follows its load (\(unsteady.joined(separator: ", "))); measured "
      + "costs vary with it, and the governor performance keeps them steady"
  }
}
