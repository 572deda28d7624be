extension StoreSchema {
  /// The first version; SQLite keeps these comments, so that `.schema` explains itself.
  static let version1 = """
    CREATE TABLE generation( -- one row: the state that was published
      number INTEGER PRIMARY KEY, -- 1 for the first build, one more for each that follows
      created_utc TEXT NOT NULL, -- when the build began, 2026-01-31T08:00:00Z
      engine_version TEXT NOT NULL, -- of the layout engine that made the latest feed
      digest TEXT NOT NULL, -- of all cells; times, paths and row numbers are no part of it
      cells INTEGER NOT NULL, -- cells with a height, over all feeds
      failed INTEGER NOT NULL -- cells with an error_code instead
    );
    CREATE TABLE feeds( -- one row a feed
      feed_id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      records INTEGER NOT NULL, -- records of the feed at its last build
      generation INTEGER NOT NULL, -- number of the generation that last replaced it
      digest TEXT NOT NULL -- of its cells
    );
    CREATE TABLE sources( -- the files a feed was read from; no key and no part of any digest
      feed_id INTEGER NOT NULL REFERENCES feeds,
      position INTEGER NOT NULL, -- order in which they were read, from 0
      path TEXT NOT NULL, -- as given to the build; '-' is standard input
      hash TEXT NOT NULL, -- of the file's bytes
      bytes INTEGER NOT NULL,
      PRIMARY KEY(feed_id, position)
    );
    CREATE TABLE environments( -- what a height depends on besides content and template
      environment_id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE, -- 390@3x/L/ltr/en/uikit#expanded
      width REAL NOT NULL, -- points
      scale REAL NOT NULL, -- device pixels per point
      size_category TEXT NOT NULL, -- XS S M L XL XXL XXXL AX1...AX5
      direction TEXT NOT NULL, -- ltr or rtl
      locale TEXT NOT NULL,
      text_rules TEXT NOT NULL, -- uikit, css or android
      state TEXT, -- of the template, NULL for one without states
      steps_per_point REAL NOT NULL -- stored integers per point: the scale, or 64 under css
    );
    CREATE TABLE feed_environments( -- the environments that a feed was built for
      feed_id INTEGER NOT NULL REFERENCES feeds,
      environment_id INTEGER NOT NULL REFERENCES environments,
      position INTEGER NOT NULL, -- order of the build, from 0; the first state is the default
      cells INTEGER NOT NULL, -- cells with a height
      failed INTEGER NOT NULL, -- cells with an error_code
      PRIMARY KEY(feed_id, environment_id)
    );
    CREATE TABLE templates(
      template_id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE -- of the template document
    );
    CREATE TABLE template_views( -- what the frames of a cell belong to, in their order
      template_id INTEGER NOT NULL REFERENCES templates,
      position INTEGER NOT NULL, -- from 0; the frame's place in cells.frames
      view TEXT NOT NULL, -- the view's id
      kind TEXT NOT NULL, -- view, label, image, button, ...
      is_label INTEGER NOT NULL, -- 1: has a line count behind the frames
      PRIMARY KEY(template_id, position)
    );
    CREATE TABLE feed_templates( -- the templates that a feed was built with
      feed_id INTEGER NOT NULL REFERENCES feeds,
      template_id INTEGER NOT NULL REFERENCES templates,
      position INTEGER NOT NULL, -- order of the build, from 0
      PRIMARY KEY(feed_id, template_id)
    );
    CREATE TABLE cells( -- one row a record and environment
      cell_id INTEGER PRIMARY KEY, -- stable insertion number
      feed_id INTEGER NOT NULL REFERENCES feeds,
      environment_id INTEGER NOT NULL REFERENCES environments,
      template_id INTEGER NOT NULL REFERENCES templates,
      record_id TEXT NOT NULL,
      version TEXT NOT NULL, -- of the record
      fingerprint BLOB NOT NULL, -- 16 bytes: equal fingerprint means equal cell
      trust INTEGER NOT NULL, -- reasons why it may be off, 0 = exact: 1 substitute-font,
      -- 2 size-unknown, 4 relaxed, 8 ambiguous, 16 limit
      height INTEGER, -- rendered height, in steps (see steps_per_point)
      exact_height REAL, -- the solver's height, in points
      frames BLOB, -- a view: 4 little-endian Int32 x, y, width, height in steps; then a label:
      -- 1 little-endian Int16, lines, negative when truncated, 0 when not measured
      error_code TEXT, -- of a cell that failed; height and frames are NULL then
      error_message TEXT
    );
    CREATE TABLE lists( -- a named order of a feed's records
      list_id INTEGER PRIMARY KEY,
      feed_id INTEGER NOT NULL REFERENCES feeds,
      name TEXT NOT NULL, -- 'feed' is the feed's own order
      spacing REAL NOT NULL, -- points between two cells
      inset_top REAL NOT NULL, -- points
      inset_leading REAL NOT NULL,
      inset_bottom REAL NOT NULL,
      inset_trailing REAL NOT NULL,
      UNIQUE(feed_id, name)
    );
    CREATE TABLE list_chunks( -- a list in one environment, cut into pieces
      list_id INTEGER NOT NULL REFERENCES lists,
      environment_id INTEGER NOT NULL REFERENCES environments,
      chunk INTEGER NOT NULL, -- from 0
      first_position INTEGER NOT NULL, -- of its first cell in the list
      cells INTEGER NOT NULL, -- number of cells in it
      height_sum INTEGER NOT NULL, -- of its cells, in steps, without spacing
      cell_ids BLOB NOT NULL, -- a cell: 1 little-endian Int64
      heights BLOB NOT NULL, -- a cell: 1 little-endian Int32, in steps
      PRIMARY KEY(list_id, environment_id, chunk)
    );
    CREATE VIEW cell_heights AS -- heights in points, for people
      SELECT feeds.name AS feed, cells.record_id AS id, environments.key AS environment,
        templates.name AS template, cells.version,
        cells.height / environments.steps_per_point AS height, cells.exact_height,
        trim(iif(cells.trust & 1, 'substitute-font ', '') || iif(cells.trust & 2, 'size-unknown ', '')
          || iif(cells.trust & 4, 'relaxed ', '') || iif(cells.trust & 8, 'ambiguous ', '')
          || iif(cells.trust & 16, 'limit ', '')) AS trust,
        cells.error_code, cells.error_message
      FROM cells JOIN feeds USING(feed_id) JOIN environments USING(environment_id)
        JOIN templates USING(template_id);
    """
}
