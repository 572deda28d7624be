extension StoreSchema {
  /// The tables that a shard has besides those of a store.
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

  /// Every object of a published store with the names of its objects.
  static func objects(besides names: some Sequence<String>) -> [SchemaObject] {
    names.contains("shard") ? objects + shardTables : objects
  }

  private static func shardTable(_ name: String, _ columns: String) -> SchemaObject {
    SchemaObject(type: .table, name: name, body: name + columns)
  }
}
