import HTTPTypes
import Heights

extension Problem {
  /// Why no cell was found; nil for a reason that lies in one id, and not in the request.
  init?(ofRequest reason: MissReason) {
    switch reason {
    case .unknownFeed(_, let known):
      self.init(
        .notFound, "unknown-feed", "There is no such feed", reason.description,
        members: [("dimension", .text("feed")), ("have", .texts(known))])
    case .severalEnvironments(_, let keys):
      self.init(
        .badRequest, "several-environments", "The feed has several environments",
        "\(Self.asParameter(reason))",
        members: [("dimension", .text("environment")), ("have", .texts(keys))])
    case .unknownEnvironment(_, let asked, let difference):
      self.init(
        .notFound, "unknown-environment", "The feed was not built for the environment",
        reason.description, members: Self.members(difference, asked: asked))
    default: return nil
    }
  }

  /// No id of a request has a cell.
  init(noneOf misses: [CellMiss]) {
    self.init(
      .notFound, misses.count == 1 ? misses[0].code : "no-cells", "There is no such cell",
      misses.count == 1
        ? misses[0].detail
        : "none of the \(misses.count) ids has a cell, such as: \(misses[0].detail)",
      members: [("missing", .texts(misses.map(\.id)))])
  }

  init(_ error: ListError) {
    switch error {
    case .unknownList(let asked, _, let known):
      self.init(
        .notFound, "unknown-list", "The feed has no such list", error.description,
        members: [
          ("dimension", .text("list")), ("have", .texts(known)), ("asked", .text(asked)),
        ])
    case .widthRange:
      self.init(
        .badRequest, "width-range", "A range of widths is in no list", error.description)
    case .outOfRange(_, _, let count):
      self.init(
        .badRequest, "out-of-range", "The position is not in the list", error.description,
        members: [("count", .number(count))])
    }
  }

  private static func members(
    _ difference: EnvironmentDifference, asked: String
  ) -> [(name: String, value: Member)] {
    switch difference {
    case .part(let plural, let have, let asked):
      [("dimension", .text(plural)), ("have", .texts(have)), ("asked", .text(asked))]
    case .combination(let nearest):
      [
        ("dimension", .text("environment")), ("nearest", .texts(nearest)), ("asked", .text(asked)),
      ]
    case .nothing, .malformed: [("dimension", .text("environment")), ("asked", .text(asked))]
    }
  }

  /// The sentence of a reason, which names flags of the command, for a request.
  private static func asParameter(_ reason: MissReason) -> String {
    guard case .severalEnvironments(let feed, let keys) = reason else {
      return reason.description
    }
    return "feed '\(feed)' has several environments; name one with environment=: "
      + keys.prefix(8).joined(separator: ", ")
      + (keys.count > 8 ? " and \(keys.count - 8) more" : "")
  }
}

/// An id without a cell.
struct CellMiss: Sendable {
  let id: String
  let code: String
  let detail: String

  init(id: String, _ reason: MissReason) {
    self.id = id
    detail = reason.description
    code =
      switch reason {
      case .unknownRecord: "unknown-id"
      case .notInEnvironment: "not-in-environment"
      case .failed: "failed-cell"
      case .otherVersion: "other-version"
      case .unknownFeed, .severalFeeds, .severalEnvironments, .unknownEnvironment: "no-cell"
      }
  }
}
