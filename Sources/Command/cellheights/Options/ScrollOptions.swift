public import ArgumentParser
import LayoutPrimitives
public import ScrollSimulation

/// The physics, scale of hitches and prefetch policies of the command line.
enum PlatformName: String, ExpressibleByArgument, CaseIterable {
  case ios
  case iosFast = "ios-fast"
  case android

  var platform: ScrollPlatform {
    switch self {
    case .ios: .ios(.normal)
    case .iosFast: .ios(.fast)
    case .android: .android(.standard)
    }
  }
}

extension HitchScale: ExpressibleByArgument {}

extension PrefetchPolicy: ExpressibleByArgument {
  /// Reads `none`, `next-frame`, `distance:POINTS` or `screens:N`.
  public init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    let number = parts.count == 2 ? Double(parts[1]) : nil
    switch (parts[0], number) {
    case ("none", nil) where parts.count == 1: self = .none
    case ("next-frame", nil) where parts.count == 1: self = .nextFrame
    case ("distance", let points?) where (0...100_000).contains(points): self = .distance(points)
    case ("screens", let screens?) where (0...100).contains(screens): self = .screens(screens)
    default: return nil
    }
  }

  /// What help and completion show.
  public static var allValueStrings: [String] {
    ["none", "next-frame", "distance:POINTS", "screens:N"]
  }

  /// The name, as help shows it.
  public var defaultValueDescription: String { name }
}

/// How a list is scrolled and shown.
struct ScrollOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Refresh rates in Hz, or adaptive, separated by commas.", valueName: "rates"))
  var hz = "60,120"

  @Option(name: .long, help: "The physics of the scroll.")
  var platform = PlatformName.ios

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Which cells are prepared before they come on screen: as RecyclerView does (next-frame), as "
        + "FlashList does (distance), or within screens ahead.", valueName: "policy"))
  var prefetch = PrefetchPolicy.none

  @Option(name: .long, help: ArgumentHelp("Cells of each template kept for reuse.", valueName: "n"))
  var pool = 10

  @Option(name: .long, help: ArgumentHelp("Height of the screen.", valueName: "points"))
  var viewport = 844.0

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Periods from a frame's start to its appearance; 3 is triple buffering.", valueName: "n"))
  var pipelineDepth = 2

  @Option(name: .long, help: ArgumentHelp("Decides what profiles leave to chance.", valueName: "n"))
  var seed: UInt64 = 1

  @Option(name: .long, help: ArgumentHelp("The longest scroll.", valueName: "seconds"))
  var maxSeconds = 600.0

  @Option(name: .long, help: "The scale that grades the hitch time ratio.")
  var hitchScale = HitchScale.xctest2020

  /// The profiles of a word on the command line.
  func profiles(_ text: String) throws -> [ScrollProfile] {
    var profiles: [ScrollProfile] = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false) {
      let found: [ScrollProfile] =
        if name == "all" {
          ScrollProfile.named.filter { $0 != .rotate }
        } else if name.hasSuffix(".csv") {
          [try recorded(String(name))]
        } else {
          [try ScrollProfile.named(String(name))]
        }
      for profile in found where !profiles.contains(profile) { profiles.append(profile) }
    }
    return profiles
  }

  /// The refresh rates.
  func rates() throws -> [RefreshRate] {
    var rates: [RefreshRate] = []
    for text in hz.split(separator: ",", omittingEmptySubsequences: false) {
      let rate: RefreshRate
      if text == "adaptive" {
        rate = .adaptive
      } else {
        guard text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
          let hertz = Double(text), hertz > 0
        else {
          throw Failure(
            .usage, "--hz '\(text)' is no refresh rate; write 60, 120, adaptive or 60,120")
        }
        rate = .fixed(hertz)
      }
      if !rates.contains(rate) { rates.append(rate) }
    }
    return rates
  }

  func apply(to configuration: inout SimulationConfiguration) {
    configuration.platform = platform.platform
    configuration.prefetch = prefetch
    configuration.poolSize = pool
    configuration.viewportHeight = viewport
    configuration.pipelineDepth = pipelineDepth
    configuration.seed = seed
    configuration.maximumSeconds = maxSeconds
    configuration.hitchScale = hitchScale
  }

  /// A recorded scroll.
  private func recorded(_ path: String) throws -> ScrollProfile {
    let text = try TextFile(path: path, limit: 64 << 20).text()
    do throws(ScrollTraceError) {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      return ScrollProfile(name: name, trace: try ScrollTrace(parsing: text))
    } catch {
      throw Failure(.badData, "\(path): \(error)")
    }
  }
}
