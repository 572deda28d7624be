import Foundation

/// The claims about scrolling, from documents of `cellheights simulate`.
struct SimulatedClaims {
  private let runs: [Run]

  private struct Run: Decodable {
    struct Times: Decodable {
      let P50: Double?
      let P99: Double?
    }
    struct Frames: Decodable {
      let with_new_cells: Int
    }
    let profile: String
    let rate: String
    let strategy: String
    let device_model: String
    let costs: String
    let frameDurationCpuMsNewCells: Times
    let frames: Frames
  }

  /// Reads lines of `cellheights.sim/1`.
  init(path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    runs = try text.split(separator: "\n").map {
      try JSONDecoder().decode(Run.self, from: Data($0.utf8))
    }
  }

  func fitting() throws -> Claim {
    let parts = try ["restore", "flick-fast"].map { profile in
      let live = try median(profile, "live")
      let fresh = try median(profile, "fresh")
      let frames = try run(profile, "live", "60", "fixed", costs: "measured").frames.with_new_cells
      return "\(profile) \(String(format: "%+.0f", (fresh / live - 1) * 100)) % "
        + "(\(Figure.time(fresh * 1e6)) and \(Figure.time(live * 1e6)), \(frames) frames)"
    }
    return Claim(
      claim: "`systemLayoutSizeFitting` for the height against layout in the window (C)",
      theirs: "276 and 161 ms = +71 % (FDTemplateLayoutCell's demo, unknown device, 2018)",
      ours: parts.joined(separator: "; "),
      how:
        "`cellheights simulate restore,flick-fast --costs measured --strategy live,fresh`, "
        + "the demo feed: P50 of the processor time of frames with new cells, drawn text "
        + "included in both. An engine computes frames here, only a height in the source. Restore "
        + "has few frames, with words that were not measured before")
  }

  func clock() throws -> Claim {
    let parts = try ["60", "120"].map { rate in
      let fixed = try run("read-drag", "live", rate, "fixed").frameDurationCpuMsNewCells.P99 ?? .nan
      let slow =
        runs.first {
          $0.profile == "read-drag" && $0.rate == rate && $0.device_model != "fixed"
        }.map(\.frameDurationCpuMsNewCells.P99).flatMap(\.self) ?? .nan
      return
        "\(rate) Hz \(Figure.text(slow / fixed))× (\(Figure.text(fixed)) → \(Figure.text(slow)) ms)"
    }
    return Claim(
      claim:
        "In a slow scroll 0.x and 1.x ms become 6 to 9 ms, as the processor has no time to "
        + "speed up (C)",
      theirs: "about 5–9× (iPhone X, iOS 12, 2018)",
      ours: parts.joined(separator: "; "),
      how:
        "a model, not a measurement: `simulate read-drag --strategy live` with `phone/1`, P99 "
        + "of frames with new "
        + "cells at the full clock and at one that follows its load. The lowest clock is a "
        + "quarter of the full one, so the ratio cannot exceed 4×")
  }

  private func median(_ profile: String, _ strategy: String) throws -> Double {
    guard
      let time = try run(profile, strategy, "60", "fixed", costs: "measured")
        .frameDurationCpuMsNewCells.P50
    else { throw ProbeError("\(profile) has no new cells") }
    return time
  }

  private func run(
    _ profile: String, _ strategy: String, _ rate: String, _ device: String,
    costs: String = "phone/1"
  ) throws -> Run {
    let found = runs.first {
      $0.profile == profile && $0.strategy == strategy && $0.rate == rate
        && $0.device_model == device && $0.costs == costs
    }
    guard let found else {
      throw ProbeError("no run of \(profile), \(strategy), \(rate), \(costs)")
    }
    return found
  }
}
