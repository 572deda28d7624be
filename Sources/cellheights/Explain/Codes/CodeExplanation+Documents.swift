extension CodeExplanation {
  /// CH0450–CH0463: template documents.
  static let documents = [
    CodeExplanation(
      450, .error, title: "neither YAML nor JSON; or an anchor, alias or tag",
      meaning: "The document cannot be read, so nothing is built with it.",
      cause: "A tab that indents, a bracket or quote that is not closed, or YAML's & and *.",
      remedy:
        "Indent with spaces; write texts with { or : in quotes; write repeated parts as `styles` or `use`.",
      example: """
        views:
        \t- {id: title, kind: label, text: "{title}"}
        """),
    CodeExplanation(
      451, .error, title: "`schema` is missing or names another schema",
      meaning: "The document does not say that it is a template of this version.",
      cause: "A file of another kind, or one for another version of cellheights.",
      remedy: "Begin the document with: schema: cellheights.template/1",
      example: """
        schema: cellheights.mapping/1
        """),
    CodeExplanation(
      452, .error, title: "a key that has no meaning here",
      meaning: "Unknown keys are refused, so that a slip never passes for a setting.",
      cause: "A slip, or a key of another kind of view.",
      remedy:
        "Take the key that the message proposes; docs/templates.md has all keys of each kind.",
      example: """
        - {id: body, kind: label, text: "{content}", lnies: 3}
        """),
    CodeExplanation(
      453, .error, title: "a key that must be there is not",
      meaning: "The document is not complete.",
      cause: "A label without text, a constant without default, a repeat without as.",
      remedy: "Add the key that the message names.",
      example: """
        - {id: body, kind: label}
        """),
    CodeExplanation(
      454, .error, title: "a value of the wrong type or out of range",
      meaning: "The key is known and its value is not one that it can have.",
      cause: "A text for a number, a priority beyond 1000, a word that is not of the list.",
      remedy: "The message says what is expected there.",
      example: """
        - {id: body, kind: lable, text: "{content}"}
        """),
    CodeExplanation(
      455, .error, title: "two things share a name",
      meaning: "Constraints name views, so every name stands for one thing.",
      cause: "A view copied together with its id, or a view named cell, which is the cell itself.",
      remedy: "Give each its own name; the message has the line of the first.",
      example: """
        - {id: title, kind: label, text: "{title}"}
        - {id: title, kind: label, text: "{author}"}
        """),
    CodeExplanation(
      456, .error, title: "a view, label, state or word that is not declared",
      meaning: "Something names what the document does not have.",
      cause: "A slip, a view that was renamed, or a template file that is not there.",
      remedy: "Take the name that the message proposes, or declare it.",
      example: """
        - "H:|-16-[titel]-16-|"
        """),
    CodeExplanation(
      457, .error, title: "a constraint that cannot be read",
      meaning: "It is neither the linear form nor the visual format.",
      cause: "= for ==, a factor behind the view, a view without brackets in the visual format.",
      remedy:
        "Write \"title.top == cell.top + 8\" or \"V:|-8-[title]\"; the message has the character.",
      example: """
        - "title.top = cell.top + 8"
        """),
    CodeExplanation(
      458, .error, title: "attributes that do not go together",
      meaning: "The two sides of the constraint are of different kinds.",
      cause:
        "leading with left, a position with a bare number, a horizontal edge with a vertical one.",
      remedy: "Write what the message says, such as top == cell.top + 8.",
      example: """
        - "title.leading == cell.left"
        """),
    CodeExplanation(
      459, .error, title: "a binding that cannot be read",
      meaning: "What stands in braces is no path of a record.",
      cause: "A brace that is not closed, a text in front of the path, an unknown format.",
      remedy: "Write {title}, {title|'Untitled'} or {published, date, short}.",
      example: """
        text: "{'Untitled'|title}"
        """),
    CodeExplanation(
      460, .error, title: "a condition that cannot be read",
      meaning: "What stands after `when` or `hidden` is no question that has an answer.",
      cause: "A comparison without its other side, an unknown size category.",
      remedy:
        "Write {image}, width >= 400, sizeCategory >= AX1 or state == open, joined by and, or, not.",
      example: """
        when: "width"
        """),
    CodeExplanation(
      461, .error, title: "a limit is exceeded",
      meaning: "A document has bounds on its size and depth, so that a hostile one costs little.",
      cause: "Mostly a document made by a program, or a repetition that went too far.",
      remedy: "The message names the limit; docs/templates.md lists them. Split the template.",
      example: """
        views: […]                             # 501 of them, repeated ones counted
        """),
    CodeExplanation(
      462, .error, title: "part of the schema that this version does not lay out",
      meaning: "The word is reserved and has no layout yet.",
      cause: "A template for a later version.",
      remedy: "Build it from views, stacks and constraints.",
      example: """
        - {id: photos, kind: grid}
        """),
    CodeExplanation(
      463, .warning, title: "accepted, but it probably says less than it seems to",
      meaning: "The document is used as it is written, which may not be what was meant.",
      cause: "A setting that has no effect in its place, or a condition that is always the same.",
      remedy: "The message says why, and what would have an effect.",
      example: """
        groups:
          - {when: "{image}"}                  # and no constraints
        """),
  ]

  /// CH0470–CH0473: `cellheights.yaml`; exit code 78.
  static let configuration = [
    CodeExplanation(
      470, .error,
      title: "the configuration file is not there although it was named, or cannot be read",
      meaning:
        "Nothing was done: what --config or CELLHEIGHTS_CONFIG names is to be taken. Exit code 78.",
      cause: "A slip in the path, a folder in place of a file, or permissions.",
      remedy:
        "Name the file itself. Without a name the nearest cellheights.yaml is taken, if there is one.",
      example: """
        cellheights build --config conf/
        """),
    CodeExplanation(
      471, .error, title: "a line of the configuration file is not what is expected there",
      meaning: "Nothing was done. Exit code 78.",
      cause: "A text for a number, a list for a map, a name that is declared nowhere.",
      remedy: "Correct the line; docs/configuration.md has every key with an example.",
      example: """
        limits: {record_bytes: large}
        """),
    CodeExplanation(
      472, .error, title: "a key of the configuration file that nobody knows",
      meaning: "Unknown keys are refused, so that a slip never passes for a setting. Exit code 78.",
      cause: "A slip, or a key of another section.",
      remedy: "Take the key that the message proposes.",
      example: """
        feed:                                  # the key is feeds
          home: {files: home.json}
        """),
    CodeExplanation(
      473, .error, title: "a key of the configuration file that this version does not read yet",
      meaning: "The key is reserved for a later version. Exit code 78.",
      cause: "A file for a later version.",
      remedy: "Take the key out.",
      example: """
        lists: {top: {limit: 100}}
        """),
  ]
}
