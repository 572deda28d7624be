import FeedRecords
import HandWrittenCells
import LayoutPrimitives
import TextMeasurement

/// A record laid out like the template `post`, by hand-written code from the record to the frames.
struct WrittenPost {
  private let cell: PostCell
  private let dates: PostDates
  private let locale: String

  /// Looks up what all cells of an environment share.
  init(measurer: TextMeasurer, environment: Environment) throws {
    cell = try PostCell(measurer: measurer, environment: environment)
    dates = try PostDates(locale: environment.locale)
    locale = environment.locale
  }

  /// Lays out one record.
  func layout(_ record: FeedRecord) throws(TextError) -> CellLayout {
    let picture = record.image.flatMap { image -> PostPicture? in
      guard !image.url.isEmpty else { return nil }
      guard let width = image.width, let height = image.height else {
        return PostPicture(size: nil)
      }
      return PostPicture(size: Size(width: width, height: height))
    }
    return try cell.layout(
      PostTexts(record, locale: locale, dates: dates), picture: picture)
  }
}

extension PostTexts {
  /// The texts of a record.
  init(_ record: FeedRecord, locale: String, dates: PostDates) {
    let content = record.contentText ?? ""
    self.init(
      title: record.title ?? "",
      date: "\(record.author ?? "") · \(record.published.map(dates.text) ?? "")",
      body: content.isEmpty ? record.summary ?? "" : content,
      language: record.language ?? locale)
  }
}
