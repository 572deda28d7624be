import ArgumentParser
import CellTemplates
import CommandSettings
import HeightStore
import LayoutPrimitives
import Precomputation

/// `--environment`, repeatable.
struct EnvironmentOption: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "What heights are computed for; may be repeated. (default: 390)",
      discussion: """
        WIDTH@SCALE/SIZE/DIRECTION/LOCALE/RULES#STATE; all but the width may be left out: 390, \
        320@2x/XXL, 390/L//ar, 390#expanded. Braces make sets: '{320,390}@3x/{S,L}'. A device may \
        stand for width and scale: iphone-16, ipad-11/landscape/half/XL. A range of widths, \
        280..900@1x, has the height at each device pixel and no frames.
        """,
      valueName: "environment"), completion: .environment)
  var environment: [String] = []

  /// The environments, checked against the states of a feed's templates.
  func environments(
    for choice: TemplateSelector, _ settings: Settings
  ) throws -> [Environment] {
    try environments(settings.environments(environment).value, for: choice, settings)
  }

  /// The environments of texts without repetition, checked against the states of templates.
  func environments(
    _ texts: [String], for choice: TemplateSelector, _ settings: Settings
  ) throws -> [Environment] {
    let (templates, states) = (choice.templates, choice.states)
    let environments = try members(of: texts, settings)
    for environment in environments {
      guard let state = environment.state, !states.contains(state) else { continue }
      let names = templates.map { "'\($0.name)'" }.joined(separator: ", ")
      let subject =
        templates.count == 1 ? "template \(names) declares" : "templates \(names) declare"
      throw Failure(
        .usage,
        states.isEmpty
          ? "\(subject) no states; leave '#\(state)' out"
          : "\(subject) no state '\(state)'; \(templates.count == 1 ? "it has" : "they have") "
            + states.joined(separator: ", "))
    }
    return environments
  }

  /// The environments of texts without repetition.
  private func members(of texts: [String], _ settings: Settings) throws -> [Environment] {
    var all: [Environment] = []
    let languages = KnownLanguages()
    for text in texts {
      for member in try settings.environmentSet(text) where !all.contains(member) {
        try languages.check(member)
        all.append(member)
      }
    }
    return all
  }
}

/// What becomes of the stored environments and templates of a feed that is built again.
struct RebuildOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Computed beside the environments that the feed has in the store; may be repeated.",
      valueName: "environment"), completion: .environment)
  var addEnvironment: [String] = []

  @Flag(
    name: .long,
    help:
      "Drop what the feed has in the store and this build does not name: environments, templates, files."
  )
  var replace = false

  /// The environments of a feed: declared ones, otherwise stored ones, otherwise the default.
  ///
  /// With `--add-environment` stored and declared ones are combined.
  func environments(
    of feed: String, for choice: TemplateSelector, _ option: EnvironmentOption,
    _ settings: Settings, _ stored: StoredFeeds
  ) throws -> [Environment] {
    let declared = settings.environments(option.environment)
    let known = stored.environments(of: feed, for: choice)
    var all: [Environment] = []
    if declared.origin != .standard || known == nil {
      all = try option.environments(declared.value, for: choice, settings)
    }
    guard declared.origin == .standard || !addEnvironment.isEmpty else { return all }
    let added = try option.environments(addEnvironment, for: choice, settings)
    for environment in (known ?? []) + added where !all.contains(environment) {
      all.append(environment)
    }
    return all
  }
}
