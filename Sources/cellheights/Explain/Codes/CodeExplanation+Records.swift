extension CodeExplanation {
  /// CH0420–CH0427: one record or line, which fails alone.
  static let records = [
    CodeExplanation(
      420, .error, title: "a record is not JSON, or not well-formed XML",
      meaning: """
        The record is left out and the others are read on. A build publishes nothing where more fail \
        than --max-failed allows.
        """,
      cause: "An unescaped quote or line break, a missing comma, an element that is not closed.",
      remedy: "The message has the record's number, line and byte. Mend it where the feed is made.",
      example: """
        {"id":"a","title":"She said "no""}
        """),
    CodeExplanation(
      421, .error,
      title: "a record, or something in it, has more bytes or attributes than the limits",
      meaning: "The record is passed over without being parsed.",
      cause: "A picture as text in the record, or a whole archive in one item.",
      remedy:
        "Raise record_bytes or the limit that the message names, under `limits` in cellheights.yaml.",
      example: """
        limits: {record_bytes: 4_194_304}
        """),
    CodeExplanation(
      422, .error, title: "a record is nested deeper than the limit",
      meaning: "The record is left out.",
      cause: "Objects or elements inside one another, mostly by a fault of the generator.",
      remedy:
        "Raise json_depth or xml_depth under `limits` in cellheights.yaml where it is meant so.",
      example: """
        {"id":"a","quote":{"quote":{"quote":{"quote":{}}}}}
        """),
    CodeExplanation(
      423, .error, title: "a record is no object",
      meaning: "Only an object has an id and texts. The element is left out.",
      cause:
        "Numbers or texts in the array of records, or a mapping whose records path goes too deep.",
      remedy: "Look at the mapping's `records`: it names the array whose elements are objects.",
      example: """
        [{"id":"a"}, "b", 3]
        """),
    CodeExplanation(
      424, .error, title: "a JSON record is not valid UTF-8",
      meaning: "JSON is UTF-8; the record is left out, because its text is not known.",
      cause:
        "Texts in another encoding were put into the JSON as they were, or a text was cut inside a letter.",
      remedy:
        "Mend it where the feed is made; `iconv -f windows-1252 -t utf-8` converts a whole file.",
      example: """
        printf '{"id":"a","title":"caf\\351"}' | cellheights records -
        """),
    CodeExplanation(
      425, .error,
      title:
        "a line of `measure --input` lacks its text or a width, or has a member that cannot be",
      meaning: "The line is answered with an error line; the others are measured.",
      cause: "No text, no width in the line nor in --width, a run that is longer than its text.",
      remedy: "Write {\"id\":\"a\",\"text\":\"…\",\"width\":200}; the message names the member.",
      example: """
        {"id":"a","width":200}
        """),
    CodeExplanation(
      426, .error, title: "entities in a record would expand beyond the limit",
      meaning: "The record is left out before its entities are expanded.",
      cause: "An entity that stands for a long text, used often; or an attack.",
      remedy: "Raise xml_expansion under `limits` in cellheights.yaml where it is meant so.",
      example: """
        <!ENTITY long "…many kilobytes…">  <title>&long;&long;&long;</title>
        """),
    CodeExplanation(
      427, .error, title: "a key comes twice in one object of a record",
      meaning: "Nobody knows which value was meant, so the record is left out.",
      cause: "Two writers of the same object, or a text put together by hand.",
      remedy:
        "Mend it where the feed is made. Keys are compared unescaped: \"a\" and \"\\u0061\" are one.",
      example: """
        {"id":"a","title":"One","title":"Two"}
        """),
  ]

  /// CH0430–CH0434: what was mended or passed over while reading.
  static let readingWarnings = [
    CodeExplanation(
      430, .warning, title: "two records of a feed have one id; the first is kept",
      meaning: "A cell is found by its id, so there is one a record. `records` prints them all.",
      cause:
        "A repost under the same id, several files with the same items, or a mapping with a wrong id.",
      remedy:
        "Map `id` to what tells the records apart. Where the repetition is meant, do nothing.",
      example: """
        {"id":"a","title":"One"}
        {"id":"a","title":"Two"}
        """),
    CodeExplanation(
      431, .warning,
      title: "no encoding is declared and bytes are not UTF-8; read as windows-1252",
      meaning: "Letters beyond ASCII are a guess, though a good one.",
      cause: "An old feed without an XML declaration, or with texts in Base64.",
      remedy: "Declare the encoding: <?xml version=\"1.0\" encoding=\"windows-1252\"?>.",
      example: """
        printf '<rss><channel><item><title>caf\\351</title></item></channel></rss>'
        """),
    CodeExplanation(
      432, .warning, title: "bytes that mean nothing in the encoding became U+FFFD",
      meaning: "The record is kept, with a replacement character in place of what cannot be read.",
      cause: "A text cut inside a letter, or another encoding in the middle of the feed.",
      remedy: "The message has the first place. Mend it where the feed is made.",
      example: """
        printf '<?xml version="1.0" encoding="utf-8"?><rss><channel><title>\\377</title></channel></rss>'
        """),
    CodeExplanation(
      433, .warning,
      title: "a record was not well-formed in a way that has only one reading, and was mended",
      meaning:
        "The record is kept as a reader would understand it; docs/feeds.md lists what is mended.",
      cause: "A bare &, a control character, an entity that nobody declared.",
      remedy: "Nothing, or write &amp; where the feed is made.",
      example: """
        <title>Fish & chips</title>
        """),
    CodeExplanation(
      434, .warning, title: "the text of a record's HTML was cut at a limit; the record is kept",
      meaning:
        "The text ends where the HTML goes beyond a limit; the cell may be lower than it should be.",
      cause: "HTML that is nested very deep or very long.",
      remedy:
        "Raise xml_depth, xml_text_bytes or xml_attributes under `limits` in cellheights.yaml.",
      example: """
        {"id":"a","content_html":"<div><div><div>…several hundred more…"}
        """),
  ]
}
