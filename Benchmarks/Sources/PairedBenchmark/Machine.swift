import FoundationEssentials

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The properties that figures depend on besides the code.
public struct Machine: Hashable, Sendable {
  /// The processor's name; `unknown` if the system does not report it.
  public var processor: String
  /// Processors that are switched on.
  public var cores: Int
  /// Processors that this process may run on; 0 if the system does not report them.
  public var usableCores: Int
  /// How the processor's clock is governed, such as `performance`; `nil` if it cannot be read.
  public var governor: String?
  /// Name and version of the operating system.
  public var system: String
  /// Processes that wanted to run during the last minute, on average; `nil` if unknown.
  public var load: Double?

  /// Describes a machine.
  public init(
    processor: String, cores: Int, usableCores: Int, governor: String?, system: String,
    load: Double?
  ) {
    self.processor = processor
    self.cores = cores
    self.usableCores = usableCores
    self.governor = governor
    self.system = system
    self.load = load
  }

  /// The machine this runs on, as Linux reports it.
  public static func current() -> Machine {
    let processors = Self.values(of: "model name", in: Self.lines("/proc/cpuinfo"), mark: ":")
    let system = Self.values(of: "PRETTY_NAME", in: Self.lines("/etc/os-release"), mark: "=")
    let allowed = Self.values(
      of: "Cpus_allowed_list", in: Self.lines("/proc/self/status"), mark: ":")
    let load = Self.lines("/proc/loadavg").first?.split(separator: " ").first
    return Machine(
      processor: processors.first ?? "unknown",
      cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
      usableCores: Self.count(ofList: allowed.first ?? ""),
      governor: Self.lines("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").first,
      system: (system.first ?? "unknown").filter { $0 != "\"" },
      load: load.flatMap { Double($0) })
  }

  /// Reasons why the figures are doubtful, one sentence each.
  public var warnings: [String] {
    var warnings: [String] = []
    if usableCores != 1 {
      warnings.append(
        "the process may move from processor to processor: scripts/bench binds it to one")
    }
    if let governor, governor != "performance" {
      warnings.append(
        "the clock is governed by '\(governor)', not 'performance': times vary with the load")
    }
    if governor == nil {
      warnings.append("the clock's governor cannot be read: the clock may vary with the load")
    }
    if let load, load > 0.5 {
      warnings.append(
        "other programs are running (load \(load)): caches are shared, and ratios spread more")
    }
    return warnings
  }

  /// How many numbers a list such as `0-3,8` has.
  static func count(ofList list: String) -> Int {
    list.split(separator: ",").reduce(0) { sum, range in
      let ends = range.split(separator: "-").compactMap { Int($0) }
      guard let first = ends.first, let last = ends.last, first <= last else { return sum }
      return sum + last - first + 1
    }
  }

  /// The lines of a file of the system; none when it is not there.
  private static func lines(_ path: String) -> [String] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func values(of key: String, in lines: [String], mark: Character) -> [String] {
    lines.compactMap { line in
      let parts = line.split(separator: mark, maxSplits: 1)
      guard parts.count == 2, trimmed(parts[0]) == key else { return nil }
      return trimmed(parts[1])
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop(while: \.isWhitespace))
  }
}
