import CellTemplates
import CommandSettings
import FeedRecords
import HeightStore
import LayoutPrimitives
import Precomputation

/// The feeds of a build: files or configured feeds.
package struct FeedSelection {
  /// The paths of the files; empty for configured feeds.
  package let files: [String]
  /// The name of the feed that all files belong to, or of the configured feed to build.
  ///
  /// If it is nil, each file is a feed, or all configured feeds are built.
  package let feed: String?
  /// The addresses that files were fetched from, each in the form `FILE=ADDRESS`.
  package let sourceAddresses: [String]

  package init(files: [String], feed: String?, sourceAddresses: [String] = []) {
    (self.files, self.feed, self.sourceAddresses) = (files, feed, sourceAddresses)
  }

  /// The feeds to build, each with its template.
  ///
  /// - Parameters:
  ///   - stored: Returns the arguments with which a stored feed was built, given its name.
  ///   - leaveOut: Receives the name of a feed whose files, mapping or template cannot be found,
  ///     and the error. Rethrows the error if the feed may not be omitted.
  func feeds(
    _ settings: Settings, stored: (String) -> [FeedArgument],
    leaveOut: (String, any Error) throws -> Void
  ) throws -> [FeedInput] {
    var plans: [String: TemplatePlan] = [:]
    var feeds: [FeedInput] = []
    for (name, files) in try named(settings) {
      do {
        let configured = settings.file?.feed(name)
        let settings = settings.remembering(stored(name))
        let templateName = settings.template(settings.flags.template, feed: configured).value
        let sources = try files.get().map(source)
        let plan =
          try plans[templateName]
          ?? settings.explaining(feed: name) { try settings.templatePlan(feed: configured) }
        plans[templateName] = plan
        try settings.checkName(of: plan.template)
        var input = FeedInput(
          name: name, sources: sources,
          mapping: try settings.recordMapping(feed: configured),
          format: try settings.recordFormat(feed: configured), template: plan,
          maximumRemoved: configured?.maximumRemoved?.value.bound)
        let lists = try FeedLists(ofFeed: name, settings)
        (input.list, input.lists) = (lists.own, lists.named)
        input.arguments = try settings.templateArguments(feed: configured)
        // With --feed, a file of another address still belongs to the same feed.
        input.isNamedAfterFile =
          !self.files.isEmpty && self.feed == nil && self.files.contains(sources[0].path)
        feeds.append(input)
      } catch {
        try leaveOut(name, error)
      }
    }
    return feeds
  }

  /// The source for a file, named by its address if it was fetched.
  private func source(_ file: String) -> FeedSource {
    let start = file + "="
    let address = sourceAddresses.first { $0.hasPrefix(start) }?.dropFirst(start.count)
    return FeedSource(path: file, name: address.map(String.init) ?? file)
  }

  /// The names of the feeds to build, with their files.
  private func named(
    _ settings: Settings
  ) throws(Failure) -> [(name: String, files: Result<[String], Failure>)] {
    if feed?.isEmpty == true { throw Failure(.usage, "--feed needs a name that is not empty") }
    if !files.isEmpty, let feed { return [(feed, .success(files))] }
    if !files.isEmpty { return try namedAfterFiles().map { ($0, .success($1)) } }
    let configured = settings.file?.feeds ?? []
    if configured.isEmpty {
      throw Failure(
        .usage,
        "no feed: name a feed file (see cellheights build --help), or feeds in "
          + (settings.file?.path ?? ConfigurationDiscovery.fileName))
    }
    var wanted = configured
    if let feed {
      wanted = configured.filter { $0.name == feed }
      guard !wanted.isEmpty else {
        let names = configured.map(\.name)
        throw Failure(
          .usage,
          "no feed '\(feed)' is configured; there are \(names.joined(separator: ", "))"
            + NearestName(names).suggestion(for: feed))
      }
    }
    return wanted.map { feed in
      (feed.name, Result { () throws(Failure) in try Self.files(of: feed, settings) })
    }
  }

  /// The files of a configured feed, each once.
  private static func files(
    of feed: ConfiguredFeed, _ settings: Settings
  ) throws(Failure) -> [String] {
    var files: [String] = []
    for pattern in feed.files.value {
      do throws(Failure) {
        let matches = try FilePattern(written: pattern, folder: settings.file?.folder ?? "").files()
        for file in matches where !files.contains(file) { files.append(file) }
      } catch {
        throw Failure(
          error.status, "\(feed.files.origin): feed '\(feed.name)': \(error.description)")
      }
    }
    return files
  }

  /// One feed for each file, named after the file.
  ///
  /// - Throws: `Failure.usage` if two files give the same name.
  private func namedAfterFiles() throws(Failure) -> [(name: String, files: [String])] {
    var filesByName: [String: String] = [:]
    var feeds: [(name: String, files: [String])] = []
    for file in files {
      let name = FeedSource.feedName(of: file)
      if let other = filesByName.updateValue(file, forKey: name) {
        throw Failure(
          .usage,
          "\(other) and \(file) would both be feed '\(name)'; "
            + "give --feed NAME to make one feed of them, or build each by itself with a --feed NAME "
            + "of its own, because a build replaces the feed it names")
      }
      feeds.append((name, [file]))
    }
    return feeds
  }
}
