extension CodeExplanation {
  /// CH01xx and CH02xx: what became of constraints.
  static let layout = [
    CodeExplanation(
      101, .error,
      title: "a required constraint contradicts others and had to give",
      meaning: """
        No layout satisfies all constraints of priority 1000. Those that stand first in the document \
        hold, this one is met as well as it can be, and the cell carries the trust reason relaxed.
        """,
      cause: """
        Two fixed distances and a fixed size that do not add up; a size from the record, such as \
        that of a picture, that leaves no room; a fixed height around text that needs more.
        """,
      remedy: """
        `template check --feed F` prints the smallest set of constraints that cannot hold together, \
        with their numbers and a record. Change one of the numbers, or give one of them a priority \
        below 1000, such as @999.
        """,
      example: """
        - "H:|-16-[photo(350)]-16-|"      # 382 points, in a cell 320 wide
        - "H:|-16-[photo(350@999)]-16-|"  # gives way on purpose
        """),
    CodeExplanation(
      107, .error,
      title: "layout feedback loop: text widths never settled; the cell fails",
      meaning: """
        The height of a text decides its width, which changes its height again. The cell has no \
        height, and a build counts it as failed.
        """,
      cause: "A constraint ties a label's width to its own height or to what stands below it.",
      remedy: """
        Let required constraints decide the label's width without its height. `template check` \
        names the views of the loop and the widths they go round.
        """,
      example: """
        - {id: note, kind: label, text: "{content}", lines: 0, hugging: 1, compression: 1}
        - "note.width == 2 * note.height"
        """),
    CodeExplanation(
      108, .error,
      title:
        "the constraint solver has no answer, because numbers are absurdly large or differ too much; the cell fails",
      meaning: "The numbers of the cell cannot be solved for with the accuracy that is promised.",
      cause: "Constants beyond 10¹² points, or factors of very different sizes that multiply.",
      remedy: "Look for a size or a factor that is off by many powers of ten and correct it.",
      example: """
        - "a.width == 10000000 * b.width"      # and many more such factors in a row
        """),
    CodeExplanation(
      109, .error,
      title:
        "a frame reaches beyond 2³⁰ pixels, because a size or number of the record is absurd; the cell fails",
      meaning: "The frame cannot be stored. The record fails alone.",
      cause: "A picture or another size in the record is given in a wrong unit, or is nonsense.",
      remedy: """
        Correct the record, or bound the view: "photo.height <= 2000". The message names the view.
        """,
      example: """
        {"id":"a","image":{"url":"https://images.example.org/1.jpg","width":1,"height":900000000}}
        """),
    CodeExplanation(
      110, .error,
      title:
        "a number of the record is too large or too small for the constraint that it is bound in; the cell fails",
      meaning: """
        A factor is at most 10⁷ and at least 10⁻⁷, a distance at most 10⁹ points; beyond, the \
        solution would be noise.
        """,
      cause: "A width of 0 or a nonsense height in the record, divided or multiplied by a binding.",
      remedy: """
        Correct the record, or take the number only where it is sensible, with a group: \
        `when: "{image.width} > 0"`.
        """,
      example: """
        {"id":"a","image":{"url":"https://images.example.org/1.jpg","width":1e12,"height":1}}
        """),
    CodeExplanation(
      111, .error,
      title:
        "a compiled program and the solver differ: a fault of cellheights, found by `build --verify-programs`; the cell fails",
      meaning: "Two ways to the same answer disagree. The cell is not stored.",
      cause: "A fault of this program, never of the feed or the template.",
      remedy: "Please report it, with the template and the record that the message names.",
      example: """
        cellheights build feed.json --verify-programs
        """),
    CodeExplanation(
      112, .error,
      title: "layout margins that depend on each other never settle; the cell fails",
      meaning: "The edges of views depend on margins that depend on those edges.",
      cause:
        "Several views inside one another have preservesSuperviewMargins and are placed by margins.",
      remedy: "Take preservesSuperviewMargins from one of the views that the message names.",
      example: """
        - {id: box, preservesSuperviewMargins: true}
        constraints: ["box.leading == cell.leadingMargin"]
        """),
    CodeExplanation(
      201, .warning,
      title: "the constraints leave a variable free",
      meaning: """
        Several layouts are equally good. The value nearest to zero is taken, always the same, and \
        the cell carries the trust reason ambiguous.
        """,
      cause: """
        A view has no size of its own and one edge that nothing constrains; or a view has no \
        position along an axis.
        """,
      remedy: """
        Give the view a size, an intrinsic size, or constrain both of its edges. `template check` \
        names the variable and two valid layouts.
        """,
      example: """
        - "H:|-16-[rule]"                      # where does it end?
        - "H:|-16-[rule]-16-|"
        """),
    CodeExplanation(
      202, .note,
      title: "a tie within one priority was decided by document order",
      meaning: "Two optional constraints of one priority cannot both hold; the first one is kept.",
      cause: "Equal priorities, often the standard 250 and 750 of two views side by side.",
      remedy:
        "Where the other one should win, give them different priorities. Otherwise do nothing.",
      example: """
        - "name.width >= 200 @500"
        - "date.width >= 200 @500"             # in a cell 320 wide: pays for the first
        """),
  ]
}
