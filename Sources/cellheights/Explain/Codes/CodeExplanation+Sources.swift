extension CodeExplanation {
  /// CH0401–CH0419: a source as a whole, or the mapping it is read with.
  static let sources = [
    CodeExplanation(
      401, .error, title: "the file does not exist",
      meaning: "Nothing was read, and a build published nothing. The exit code is 66.",
      cause: "A slip in the path, another working directory, or a download that did not happen.",
      remedy: "Look at the path; paths in cellheights.yaml begin at the folder of that file.",
      example: """
        cellheights build poosts.json
        """),
    CodeExplanation(
      402, .error, title: "the file cannot be read",
      meaning: "The file is there and the system refuses to read it. The exit code is 66.",
      cause: "Its permissions, a folder in place of a file, or a disk that fails.",
      remedy: "The message has the system's own words. Allow this user to read the file.",
      example: """
        cellheights build /var/feeds
        """),
    CodeExplanation(
      403, .error, title: "the input is empty",
      meaning: "An empty file is no empty feed: it stops the build, and the old heights stay.",
      cause: "A download that failed after the file was made, or a pipe whose command failed.",
      remedy: "Fetch the feed again. A feed without items is [] or a channel without items.",
      example: """
        curl --fail https://feed.example.org/posts.json | cellheights build -
        """),
    CodeExplanation(
      404, .error,
      title:
        "the input is compressed with something other than gzip and zstd, compressed twice, or its compressed data is broken",
      meaning: "Gzip and Zstandard are expanded on the way; anything else is not.",
      cause: "A .zip, .bz2 or .xz file; a file compressed twice; a damaged download.",
      remedy: "Decompress it first, or fetch it again; `gzip -t` and `zstd -t` test a file.",
      example: """
        bzip2 -dc feed.json.bz2 | cellheights build -
        """),
    CodeExplanation(
      405, .error,
      title: "neither JSON nor XML of a known kind, or nothing in it looks like records",
      meaning: "The format is found out from the content, and this content is no feed.",
      cause:
        "An HTML page, such as a login or an error page; a CSV file; JSON without an array of objects.",
      remedy: """
        Look at the beginning of the file. Where it is a feed of its own kind, write a mapping; \
        `cellheights records --detect FILE` proposes one.
        """,
      example: """
        <!DOCTYPE html><title>Sign in</title>
        """),
    CodeExplanation(
      406, .error, title: "the source ends early, compressed or not",
      meaning: "The last bytes are missing. Half a feed is never published.",
      cause: "A download that broke off, or a file that is still being written.",
      remedy: """
        Fetch it again. `build --allow-partial` publishes what could be read.
        """,
      example: """
        {"items":[{"id":"a"},{"id":"b"
        """),
    CodeExplanation(
      407, .error,
      title: "not JSON around the records, or a key on the way to them comes twice",
      meaning:
        "The place where the records stand cannot be trusted, so nothing of the source is used.",
      cause: "Text before or after the JSON, a missing comma, two feeds in one file.",
      remedy: "The message has the line and the byte. `python3 -m json.tool FILE` says more.",
      example: """
        {"items":[], "items":[{"id":"a"}]}
        """),
    CodeExplanation(
      408, .error, title: "XML that is not well-formed around the records",
      meaning: "Elements around the records do not fit together, so their extent is unknown.",
      cause: "An element that is not closed, an attribute without quotes, text before the root.",
      remedy: "The message has the line and the byte; `xmllint --noout FILE` says more.",
      example: """
        <rss><channel><title>Posts</channel></rss>
        """),
    CodeExplanation(
      409, .error, title: "an unknown encoding",
      meaning: "The source names an encoding that this system cannot convert.",
      cause: "A slip in the XML declaration, or a rare encoding whose converter is not installed.",
      remedy: "Convert the file to UTF-8, or correct the declaration.",
      example: """
        <?xml version="1.0" encoding="utf-88"?>
        """),
    CodeExplanation(
      410, .error, title: "a mapping is wrong, or does not fit the source",
      meaning:
        "A mapping says where a record's id, texts and picture stand; this one cannot be used.",
      cause: "An unknown key or form in the mapping file, or one for JSON used on XML.",
      remedy: """
        Correct the line that the message names; `cellheights records --detect FILE` prints a mapping \
        that fits, to begin with.
        """,
      example: """
        schema: cellheights.mapping/1
        name: posts
        record: "$.posts[*]"                   # the key is records
        """),
    CodeExplanation(
      411, .error, title: "the records path of a mapping leads to no record of the file",
      meaning: "The source was read to its end, and nothing stands where the mapping looks.",
      cause:
        "A mapping for another feed, a changed feed, or an error message in place of the feed.",
      remedy: """
        Compare `records` of the mapping with the file. `build --allow-partial` goes on with the \
        feed's next file.
        """,
      example: """
        records: "$.posts[*]"                  # the file has {"items":[...]}
        """),
    CodeExplanation(
      412, .error, title: "more bytes or records than the limits allow, or no memory",
      meaning: "Reading stopped at a limit, which the message names. Nothing is published.",
      cause: "A source that is really that large, or one that is not what it was taken for.",
      remedy: """
        Where the source is right, raise the limit under `limits` in cellheights.yaml; docs/feeds.md \
        lists them all.
        """,
      example: """
        limits: {records: 1_000_000}
        """),
    CodeExplanation(
      413, .error,
      title:
        "hostile: a source nested or expanding beyond the limits around its records, or compressed as bombs are",
      meaning: "The source would take far more memory or time than its size lets expect.",
      cause:
        "An attack, or a generator that went wrong: long entities in every record, a bomb in a few bytes of gzip.",
      remedy: """
        Do not raise limits before you know who made the source. Which limit it was stands in the \
        message; docs/feeds.md lists them.
        """,
      example: """
        <!ENTITY a "&b;&b;"> <!ENTITY b "&c;&c;"> <!ENTITY c "&d;&d;">
        """),
    CodeExplanation(
      418, .error, title: "no mapping of that name",
      meaning:
        "--mapping names neither a built-in or configured mapping nor a file. The exit code is 64.",
      cause: "A slip, or a path without / and without the ending .yaml.",
      remedy: "Take one of the names in the message, or write a path such as ./posts.yaml.",
      example: """
        cellheights records feed.json --mapping weibi
        """),
    CodeExplanation(
      419, .error, title: "a temporary file cannot be made, written or read (exit 74)",
      meaning: "Long feeds remember the ids they have seen in a temporary file.",
      cause: "A full disk, or a folder for temporary files that nobody may write to.",
      remedy: "Free some space, or name another folder with TMPDIR.",
      example: """
        TMPDIR=/var/tmp cellheights build feed.ndjson
        """),
  ]
}
