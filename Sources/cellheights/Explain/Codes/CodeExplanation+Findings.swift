extension CodeExplanation {
  /// CH0601–CH0603: what makes each cell cost more than it must.
  static let habits = [
    CodeExplanation(
      601, .note,
      title:
        "a constraint ties the axes over a width that nothing before it decides, so that both are solved as one system",
      meaning: "Every cell takes longer; heights do not change.",
      cause:
        "A height made of a width that no required constraint before it decides.",
      remedy:
        "Where it is meant so, decide the width by required constraints that stand before it.",
      example: """
        - "photo.height == 0.5625 * photo.width"
        - "H:|-16-[photo]-16-|"                # put this line first
        """),
    CodeExplanation(
      602, .warning,
      title:
        "a constraint brings a multiplier with each record for which the solver begins from nothing: it does not make a height of a width that is decided",
      meaning: "Every record takes several times as long; heights do not change.",
      cause:
        "A bound ratio, such as {image.height/image.width}, on a width that is still to be found.",
      remedy:
        "Decide that width by required constraints before it: the ratio is then only a number.",
      example: """
        - "photo.height == {image.height/image.width} * photo.width"
        - "H:|-16-[photo]-16-|"                # put this line first
        """),
    CodeExplanation(
      603, .note,
      title:
        "a label is measured unwrapped although a constraint that goes before its own size decides its width",
      meaning: "One measurement a cell is for nothing; heights do not change.",
      cause: "A constraint of priority 999 or so decides the width of the label.",
      remedy: "Make that constraint required.",
      example: """
        - "title.width == 200 @999"
        - "title.width == 200"
        """),
  ]

  /// CH0610–CH0616: what records make of a template.
  static let findings = [
    CodeExplanation(
      610, .warning,
      title: "collapsed: the cell is 0 points high although a visible view has content",
      meaning: """
        No constraint reaches the cell's bottom, so nothing holds it open. The height is useless, \
        and the cell carries the trust reason collapsed. UIKit takes a standard height there.
        """,
      cause: "The last view has a top and a height, and no constraint to the cell's bottom.",
      remedy: "Add the missing constraint; the finding names the view that reaches lowest.",
      example: """
        - "V:|-12-[title]-4-[body]"
        - "V:|-12-[title]-4-[body]-12-|"       # holds the cell open
        """),
    CodeExplanation(
      611, .warning, .note,
      title: "outside: a view lies outside the cell; a warning where content lies below its bottom",
      meaning: """
        What lies below the bottom is drawn over the next cell or cut off, so the height is too low. \
        On other sides it is worth knowing, and may be meant.
        """,
      cause: """
        A chain of constraints that does not reach the cell's bottom, a fixed height of the cell, or \
        a view wider than the cell.
        """,
      remedy: "Constrain the view's bottom: \"cell.bottom >= badge.bottom + 8\".",
      example: """
        - "V:|-12-[title]-12-|"
        - "badge.top == title.bottom + 4"      # below everything that holds the bottom
        """),
    CodeExplanation(
      612, .warning, .note,
      title: "unanswered: a binding or a condition that no record answers",
      meaning: """
        The text is empty, or the condition false, in every cell. A warning where the path is no \
        word of records and in no record; a note where it is a word of records that none has.
        """,
      cause: "A slip in the path, or a path that this feed does not have.",
      remedy: """
        `cellheights records FEED` prints what a record has. Write a path that is there; the \
        finding proposes the nearest.
        """,
      example: """
        text: "{titel}"
        text: "{title}"
        """),
    CodeExplanation(
      613, .note,
      title: "truncated: a text does not fit into the lines or the height that it has, and is cut",
      meaning: "The height is right for the text as it is shown; some of the text is not seen.",
      cause:
        "`lines` is lower than the text needs, which is often meant; or a height that is held.",
      remedy: "Where the whole text is to be seen, raise `lines`, or take it away.",
      example: """
        - {id: body, kind: label, text: "{content}", lines: 2}
        """),
    CodeExplanation(
      614, .warning, .note,
      title:
        "squeezed: a view with content has less room than it needs; a warning where it is 0 wide or high",
      meaning: "The content is cut, or not seen at all, without a line limit that says so.",
      cause: """
        Views side by side that need more than the width, at a large text size or on a narrow \
        screen: the one of lower compression resistance pays.
        """,
      remedy: """
        Let the row wrap or stand in a column there (a group with sizeCategory >= AX1), or raise the \
        `compression` of what must be seen.
        """,
      example: """
        - "H:|-16-[title(>=280)]-8-[button]-16-|"   # at 320 points nothing is left for the button
        """),
    CodeExplanation(
      615, .warning,
      title: "unbound: no text of the template comes from the record",
      meaning: "Every record gets the same texts, so the heights are those of placeholders.",
      cause:
        "A .xib or storyboard used as it is: which value a label shows stands in the app's code.",
      remedy: "Bind the texts in a document that begins with `from`: text: \"{title}\".",
      example: """
        cellheights build feed.json --template Post.xib
        """),
    CodeExplanation(
      616, .warning,
      title: "a text has a word of another template language",
      meaning: "The word is drawn as it stands, in every cell.",
      cause: """
        {{title}} of Mustache, %@ of String(format:) or <%= title %> of ERB in a label's text; two \
        braces stand for one brace here.
        """,
      remedy: "Write a path of the record in single braces.",
      example: """
        text: "{{title}}"     # draws {title}
        text: "{title}"
        """),
  ]
}
