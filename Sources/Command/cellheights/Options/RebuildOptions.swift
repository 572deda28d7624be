import ArgumentParser
import CellTemplates
import HeightStore
import LayoutPrimitives
import Precomputation

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
