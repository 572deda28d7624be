import SQLiteDatabase

/// The schema of a store.
///
/// `application_id` identifies the type of the file, and `user_version` is the version of the
/// schema. A published store contains exactly the tables, indexes and views in `docs/store.md`;
/// readers compare their statements literally. There is no migration: a build replaces a store of
/// another version by a new store.
enum StoreSchema {
  /// The value of `application_id`: the letters "CHts".
  static let applicationID = 0x4348_7473

  /// The schema version that this program reads and writes.
  static let version = 10

  /// Name of the unique index of cell keys, which a build creates last.
  static let cellIndex = "cells_by_key"

  /// Maximum size of a row, in bytes.
  static let maximumRowBytes: Int32 = 16 << 20

  /// Creates the tables and the view in a new staging file.
  static func create(_ db: Connection, shard: ShardNumber? = nil) throws {
    try db.transaction {
      for object in tables + [cellHeights] {
        try db.execute(object.statement)
      }
      if let shard { try ShardTables.create(shard, db) }
      try db.execute("PRAGMA application_id = \(applicationID)")
      try db.execute("PRAGMA user_version = \(version)")
    }
  }

  /// All tables, indexes and views of a published store.
  static var objects: [SchemaObject] { tables + [cellHeights, cellsByKey] }

  /// Whether the unique index of cell keys exists.
  static func hasCellIndex(_ db: Connection) throws -> Bool {
    try db.integer("SELECT EXISTS(SELECT * FROM sqlite_schema WHERE name = ?)", cellIndex) == 1
  }

  /// Creates the unique index of cell keys if it is missing.
  static func createCellIndex(_ db: Connection) throws {
    guard try !hasCellIndex(db) else { return }
    try db.execute(cellsByKey.statement)
  }

  /// The columns of feed and environment come first, so that a reader of one feed and environment,
  /// and a binary patch, touch few pages.
  private static let cellsByKey = SchemaObject(
    type: .index, name: cellIndex, table: "cells",
    body: "\(cellIndex) ON cells(feed_id, environment_id, record_id)")
}

/// A table, an index or a view, with its statement as SQLite stores it.
struct SchemaObject: Hashable, Sendable {
  /// The keywords with which the statement begins.
  enum Kind: String, Hashable, Sendable {
    case table = "CREATE TABLE "
    case index = "CREATE UNIQUE INDEX "
    case view = "CREATE VIEW "

    /// The value in `sqlite_schema.type`.
    var word: String {
      switch self {
      case .table: "table"
      case .index: "index"
      case .view: "view"
      }
    }
  }

  let type: Kind
  let name: String
  /// Name of the table of an index; for a table or a view, its own name.
  let table: String
  /// The part of the statement after the keywords.
  let body: String

  init(type: Kind, name: String, table: String? = nil, body: String) {
    self.type = type
    self.name = name
    self.table = table ?? name
    self.body = body
  }

  /// The whole statement, as in `sqlite_schema.sql`.
  var statement: String { type.rawValue + body }
}

extension StoreSchema {
  /// The tables; SQLite stores the comments in their statements, and `.schema` prints them.
  static let tables = catalog + [cells, shapes, chunks, places]

  /// The tables that `generation.checksum` covers, in the order in which it covers them.
  static let catalog = [
    table(
      "generation",
      """
      ( -- one row: the state that was published
        number INTEGER PRIMARY KEY CHECK(number BETWEEN 1 AND 2147483646), -- 1 for the first
        -- build, one more for each that follows
        created_utc TEXT NOT NULL, -- when the build began, 2026-01-31T08:00:00Z
        engine_version TEXT NOT NULL, -- of the layout engine that made the latest feed
        digest TEXT NOT NULL, -- of all cells; times, paths and row numbers are no part of it
        list_digest TEXT NOT NULL, -- of all lists: feeds, names, spacing, insets, ids in order
        cells INTEGER NOT NULL CHECK(cells >= 0), -- cells with a height, over all feeds
        failed INTEGER NOT NULL CHECK(failed >= 0), -- cells with an error_code instead
        checksum BLOB NOT NULL CHECK(length(checksum) = 16) -- of all tables but cells, shapes,
        -- list_chunks and list_places; XXH3-128, itself left out
      ) STRICT
      """),
    table(
      "feeds",
      """
      ( -- one row a feed
        feed_id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE CHECK(name <> ''),
        records INTEGER NOT NULL CHECK(records >= 0), -- records of the feed at its last build
        generation INTEGER NOT NULL, -- number of the generation that last replaced it
        digest TEXT NOT NULL, -- of its cells
        keeps_frames INTEGER NOT NULL CHECK(keeps_frames IN (0, 1)), -- 0: its cells have heights
        -- alone
        keeps_lines INTEGER NOT NULL CHECK(keeps_lines IN (0, 1)), -- 1: its cells have
        -- line_fragments
        inputs TEXT NOT NULL, -- what its cells depend on besides records: name:hash, separated by
        -- spaces
        failed_places BLOB -- the records without a cell in list 'feed' in the first environment: a
        -- record: little-endian Int64 position in the feed, from 0, Int64 cell_id there; NULL: too
        -- many
      ) STRICT
      """),
    table(
      "sources",
      """
      ( -- the files a feed was read from; no key and no part of any digest
        feed_id INTEGER NOT NULL REFERENCES feeds,
        position INTEGER NOT NULL, -- order in which they were read, from 0
        path TEXT NOT NULL, -- as given to the build; '-' is standard input
        hash TEXT NOT NULL, -- of the file's bytes
        bytes INTEGER NOT NULL CHECK(bytes >= 0),
        is_changes INTEGER NOT NULL CHECK(is_changes IN (0, 1)), -- 1: a file of changes that were
        -- applied since
        PRIMARY KEY(feed_id, position)
      ) STRICT, WITHOUT ROWID
      """),
    table(
      "environments",
      """
      ( -- what a height depends on besides content and template
        environment_id INTEGER PRIMARY KEY,
        key TEXT NOT NULL UNIQUE, -- 390@3x/L/ltr/en/uikit#expanded
        width REAL NOT NULL, -- points
        last_width REAL, -- of a range of widths that begins with width, NULL for one width
        scale REAL NOT NULL, -- device pixels per point
        size_category TEXT NOT NULL, -- XS S M L XL XXL XXXL AX1...AX5
        direction TEXT NOT NULL CHECK(direction IN ('ltr', 'rtl')),
        locale TEXT NOT NULL,
        text_rules TEXT NOT NULL, -- uikit, css or android
        state TEXT, -- of the template, NULL for one without states
        steps_per_point REAL NOT NULL CHECK(steps_per_point > 0) -- stored integers per point: the
        -- scale, or 64 under css
      ) STRICT
      """),
    table(
      "feed_environments",
      """
      ( -- the environments that a feed was built for
        feed_id INTEGER NOT NULL REFERENCES feeds,
        environment_id INTEGER NOT NULL REFERENCES environments,
        position INTEGER NOT NULL, -- order of the build, from 0; the first state is the default
        cells INTEGER NOT NULL CHECK(cells >= 0), -- cells with a height
        failed INTEGER NOT NULL CHECK(failed >= 0), -- cells with an error_code
        list_cells INTEGER NOT NULL CHECK(list_cells BETWEEN 0 AND cells), -- of the cells with a
        -- height, those that lists have besides the cells of records
        PRIMARY KEY(feed_id, environment_id)
      ) STRICT, WITHOUT ROWID
      """),
    table(
      "templates",
      """
      (
        template_id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        hash TEXT NOT NULL UNIQUE -- of the template document
      ) STRICT
      """),
    table(
      "template_views",
      """
      ( -- what the frames of a cell belong to, in their order
        template_id INTEGER NOT NULL REFERENCES templates,
        position INTEGER NOT NULL, -- from 0; the frame's place in cells.frames
        view TEXT NOT NULL, -- the view's id
        kind TEXT NOT NULL, -- view, label, image, button, ...
        is_label INTEGER NOT NULL CHECK(is_label IN (0, 1)), -- 1: has a line count behind the
        -- frames
        PRIMARY KEY(template_id, position)
      ) STRICT, WITHOUT ROWID
      """),
    table(
      "feed_templates",
      """
      ( -- the templates that a feed was built with
        feed_id INTEGER NOT NULL REFERENCES feeds,
        template_id INTEGER NOT NULL REFERENCES templates,
        position INTEGER NOT NULL, -- order of the build, from 0
        PRIMARY KEY(feed_id, template_id)
      ) STRICT, WITHOUT ROWID
      """),
    table(
      "feed_arguments",
      """
      ( -- what the build of a feed was given, for later commands; no part of any digest
        feed_id INTEGER NOT NULL REFERENCES feeds,
        position INTEGER NOT NULL, -- order, from 0
        name TEXT NOT NULL, -- template, system-font, fallback or font-family, as the options of build
        value TEXT NOT NULL, -- as given to the build: a name, or a path
        PRIMARY KEY(feed_id, position)
      ) STRICT, WITHOUT ROWID
      """),
    table(
      "lists",
      """
      ( -- a named order of a feed's records
        list_id INTEGER PRIMARY KEY,
        feed_id INTEGER NOT NULL REFERENCES feeds,
        name TEXT NOT NULL, -- 'feed' is the feed's own order
        spacing REAL NOT NULL CHECK(spacing >= 0), -- points between two cells
        inset_top REAL NOT NULL, -- points
        inset_leading REAL NOT NULL,
        inset_bottom REAL NOT NULL,
        inset_trailing REAL NOT NULL,
        kinds TEXT, -- of its cells that are not those of records, separated by spaces: list-header
        -- header inserted footer list-footer; then sticky; NULL: records alone
        separator REAL CHECK(separator > 0), -- height of the line between two items, points
        separator_inset REAL, -- points from the leading edge of the cells
        separator_after_last INTEGER CHECK(separator_after_last IN (0, 1)), -- 1: also below the
        -- last item of a section
        UNIQUE(feed_id, name)
      ) STRICT
      """),
    table(
      "list_environments",
      """
      ( -- a list in one environment; no row where it has no cells
        list_id INTEGER NOT NULL REFERENCES lists,
        environment_id INTEGER NOT NULL REFERENCES environments,
        cells INTEGER NOT NULL CHECK(cells > 0),
        height_sum INTEGER NOT NULL CHECK(height_sum >= 0), -- of its cells, in steps, without
        -- spacing
        digest TEXT NOT NULL, -- of its record ids in order
        chunks BLOB NOT NULL, -- in order, a chunk: little-endian Int64 chunk_id, Int32 cells, Int64
        -- height_sum
        sections BLOB, -- a section: little-endian Int32, its cells; NULL where lists.kinds is NULL
        PRIMARY KEY(list_id, environment_id)
      ) STRICT, WITHOUT ROWID
      """),
    table(
      "findings",
      """
      ( -- what a person should know about a feed's cells; no part of any digest
        finding_id INTEGER PRIMARY KEY,
        feed_id INTEGER NOT NULL REFERENCES feeds,
        template_id INTEGER REFERENCES templates, -- NULL: about the feed as a whole
        position INTEGER NOT NULL CHECK(position >= 0), -- the bit in cells.findings of this
        -- template's cells
        code TEXT NOT NULL, -- CH0610 and so on
        severity TEXT NOT NULL CHECK(severity IN ('error', 'warning', 'note')),
        kind TEXT NOT NULL, -- collapsed, outside, unanswered, ...
        view TEXT, -- the view it is about
        place TEXT, -- in the template
        message TEXT NOT NULL,
        records INTEGER NOT NULL CHECK(records >= 0), -- that show it
        cells INTEGER NOT NULL CHECK(cells >= 0), -- that show it
        sample_record TEXT, -- the first in feed order that shows it
        sample_environment TEXT -- the key of one in which it does
      ) STRICT
      """),
    table(
      "finding_environments",
      """
      ( -- the environments in which a finding shows
        finding_id INTEGER NOT NULL REFERENCES findings,
        environment_id INTEGER NOT NULL REFERENCES environments,
        cells INTEGER NOT NULL CHECK(cells >= 0),
        PRIMARY KEY(finding_id, environment_id)
      ) STRICT, WITHOUT ROWID
      """),
    table(
      "feed_paths",
      """
      ( -- the paths that a feed's records answered
        feed_id INTEGER NOT NULL REFERENCES feeds,
        path TEXT NOT NULL,
        records INTEGER NOT NULL CHECK(records >= 0), -- that answered it
        PRIMARY KEY(feed_id, path)
      ) STRICT, WITHOUT ROWID
      """),
  ]

  private static let cells = table(
    "cells",
    """
    ( -- one row a record and environment
      cell_id INTEGER PRIMARY KEY, -- stable insertion number
      feed_id INTEGER NOT NULL REFERENCES feeds,
      environment_id INTEGER NOT NULL REFERENCES environments,
      template_id INTEGER NOT NULL REFERENCES templates,
      record_id TEXT NOT NULL CHECK(record_id <> ''),
      version ANY NOT NULL CHECK(typeof(version) = 'text'
        OR typeof(version) = 'blob' AND length(version) = 16), -- of the record; 16 bytes are the
      -- digits of 'hash:...'
      fingerprint BLOB NOT NULL, -- 16 bytes: equal fingerprint means equal cell
      trust INTEGER NOT NULL CHECK(trust BETWEEN 0 AND 4294967295), -- reasons why it may be off,
      -- 0 = exact: 1 substitute-font, 2 size-unknown, 4 relaxed, 8 ambiguous, 16 limit,
      -- 32 collapsed, 64 dictionary, 128 near-limit
      height INTEGER CHECK(height BETWEEN 0 AND 2147483647), -- rendered height, in steps (see
      -- steps_per_point); with height_runs that of the first width
      exact_height REAL, -- the solver's height, in points
      frames BLOB, -- a view: 4 little-endian Int32 x, y, width, height in steps; then a label:
      -- 1 little-endian Int16, lines, negative when truncated, 0 when not measured
      shape_id INTEGER REFERENCES shapes, -- where the frames are instead
      line_fragments BLOB, -- the lines of its labels, as docs/store.md describes them
      height_runs BLOB, -- in an environment with last_width: a run of widths with one height: 2
      -- little-endian Int32, the first width in pixels of 1 / scale points, the height in steps
      findings BLOB NOT NULL, -- bit i % 8 of byte i / 8: the finding of position i of the template
      error_code TEXT, -- of a cell that failed; height and frames are NULL then
      error_message TEXT,
      checksum BLOB NOT NULL, -- 16 bytes: of the other columns, XXH3-128
      CHECK((height IS NULL) = (error_code IS NOT NULL)),
      CHECK(frames IS NULL OR shape_id IS NULL)
    ) STRICT
    """)

  private static let shapes = table(
    "shapes",
    """
    ( -- frames that cells of a template share
      shape_id INTEGER PRIMARY KEY,
      template_id INTEGER NOT NULL REFERENCES templates,
      frames BLOB NOT NULL, -- as in cells
      checksum BLOB NOT NULL -- 16 bytes: of the other columns, XXH3-128
    ) STRICT
    """)

  private static let chunks = table(
    "list_chunks",
    """
    ( -- a piece of a list in one environment; its place in it is in list_environments
      chunk_id INTEGER PRIMARY KEY,
      list_id INTEGER NOT NULL REFERENCES lists,
      environment_id INTEGER NOT NULL REFERENCES environments,
      cells INTEGER NOT NULL, -- number of cells in it
      height_sum INTEGER NOT NULL, -- of its cells, in steps, without spacing
      cell_ids BLOB NOT NULL, -- a cell: 1 little-endian Int32, or Int64 if one of them needs it
      heights BLOB NOT NULL, -- a cell: 1 little-endian Int32, in steps
      placements BLOB, -- reserved, NULL
      checksum BLOB NOT NULL -- 16 bytes: of the other columns, XXH3-128
    ) STRICT
    """)

  private static let places = table(
    "list_places",
    """
    ( -- the chunks of a list's cells, by the numbers of the cells
      list_id INTEGER NOT NULL REFERENCES lists,
      page INTEGER NOT NULL, -- of 960 numbers: cell_id / 960
      chunks BLOB NOT NULL, -- a number: 1 little-endian Int32, its chunk_id, 0 for none; zeros at
      -- the end are left out
      checksum BLOB NOT NULL, -- 16 bytes: of the other columns, XXH3-128
      PRIMARY KEY(list_id, page)
    ) STRICT
    """)

  static let cellHeights = SchemaObject(
    type: .view, name: "cell_heights",
    body: """
      cell_heights AS -- heights in points, for people
        SELECT feeds.name AS feed, cells.record_id AS id, environments.key AS environment,
          templates.name AS template, iif(typeof(cells.version) = 'blob',
            'hash:' || lower(hex(cells.version)), cells.version) AS version,
          cells.height / environments.steps_per_point AS height, cells.exact_height,
          trim(iif(cells.trust & 1, 'substitute-font ', '')
            || iif(cells.trust & 2, 'size-unknown ', '') || iif(cells.trust & 4, 'relaxed ', '')
            || iif(cells.trust & 8, 'ambiguous ', '') || iif(cells.trust & 16, 'limit ', '')
            || iif(cells.trust & 32, 'collapsed ', '') || iif(cells.trust & 64, 'dictionary ', '')
            || iif(cells.trust & 128, 'near-limit ', '')) AS trust,
          cells.error_code, cells.error_message
        FROM cells JOIN feeds USING(feed_id) JOIN environments USING(environment_id)
          JOIN templates USING(template_id)
      """)

  private static func table(_ name: String, _ columns: String) -> SchemaObject {
    SchemaObject(type: .table, name: name, body: name + columns)
  }
}

extension StoreSchema {
  /// The additional tables of a shard.
  static let shardTables = [
    shardTable(
      "shard",
      """
      ( -- one row: which part of its feeds' records this store holds
        number INTEGER PRIMARY KEY CHECK(number > 0), -- from 1
        shards INTEGER NOT NULL CHECK(shards >= number), -- how many there are
        checksum BLOB NOT NULL -- 16 bytes: of the other columns, XXH3-128
      ) STRICT
      """),
    shardTable(
      "shard_feeds",
      """
      ( -- what a merge adds up and compares
        feed_id INTEGER PRIMARY KEY REFERENCES feeds,
        records INTEGER NOT NULL CHECK(records >= 0), -- of this shard, the next two included
        unreadable INTEGER NOT NULL CHECK(unreadable >= 0), -- all are counted by shard 1
        duplicates INTEGER NOT NULL CHECK(duplicates >= 0), -- with a repeated id
        fonts TEXT NOT NULL, -- hash of the fonts
        basis TEXT NOT NULL, -- hash of what a cell depends on besides its record
        cells INTEGER NOT NULL CHECK(cells >= 0), -- rows in shard_positions
        positions TEXT NOT NULL, -- digest of these rows
        lists TEXT NOT NULL, -- what the rows in shard_lists depend on besides records; '' for none
        checksum BLOB NOT NULL -- 16 bytes: of the other columns and the feed's rows in
        -- shard_problems, XXH3-128
      ) STRICT
      """),
    shardTable(
      "shard_problems",
      """
      ( -- kinds of problems with records and sources
        feed_id INTEGER NOT NULL REFERENCES feeds,
        position INTEGER NOT NULL, -- order, from 0
        first INTEGER NOT NULL, -- position in the feed of the record that shows it first
        code TEXT NOT NULL,
        place TEXT NOT NULL, -- of the first
        message TEXT NOT NULL, -- of the first
        occurrences INTEGER NOT NULL CHECK(occurrences > 0),
        PRIMARY KEY(feed_id, position)
      ) STRICT, WITHOUT ROWID
      """),
    shardTable(
      "shard_lists",
      """
      ( -- what lists need of records, where they need anything
        feed_id INTEGER NOT NULL REFERENCES feeds,
        position INTEGER NOT NULL, -- of the record, as in shard_positions
        list TEXT NOT NULL, -- name of the list
        kind INTEGER, -- of the value by which it is sorted: 1 number, 2 date, 3 text; NULL: none
        number REAL, -- the number, or seconds since 1970
        text TEXT,
        section TEXT, -- the value by which it is divided into sections
        bound TEXT, -- JSON: what the templates of its own cells bind
        followed INTEGER NOT NULL, -- 1: a cell is inserted after the record
        checksum BLOB NOT NULL, -- 16 bytes: of the other columns, XXH3-128
        PRIMARY KEY(feed_id, position, list)
      ) STRICT, WITHOUT ROWID
      """),
    shardTable(
      "shard_positions",
      """
      ( -- where the cells belong in the whole feed
        feed_id INTEGER NOT NULL REFERENCES feeds,
        position INTEGER NOT NULL CHECK(position >= 0), -- of the record, from 0; records of other
        -- shards, unreadable and repeated ones have a position too
        environment INTEGER NOT NULL CHECK(environment >= 0), -- feed_environments.position
        cell_id INTEGER NOT NULL REFERENCES cells,
        PRIMARY KEY(feed_id, position, environment)
      ) STRICT, WITHOUT ROWID
      """),
  ]

  /// The objects that a store with objects of these names must have; the tables of a shard are
  /// included if `names` contains `shard`.
  static func objects(besides names: some Sequence<String>) -> [SchemaObject] {
    names.contains("shard") ? objects + shardTables : objects
  }

  private static func shardTable(_ name: String, _ columns: String) -> SchemaObject {
    SchemaObject(type: .table, name: name, body: name + columns)
  }
}
