extension CodeExplanation {
  /// CH03xx: text, and what is written by locale.
  static let text = [
    CodeExplanation(
      301, .error,
      title: "a text cannot be measured; the cell fails",
      meaning: "The label that the message names has no size, so the cell has no height.",
      cause: "Mostly a font: not installed, not readable, or without the face that is asked for.",
      remedy: """
        `cellheights doctor` lists every font, what is missing and the package that has it. A font \
        file of your own is named with --font-family NAME=FILE or in cellheights.yaml.
        """,
      example: """
        - {id: title, kind: label, text: "{title}", font: "Brand Serif", size: 17}
        """),
    CodeExplanation(
      302, .error,
      title: "ICU cannot write dates and numbers of the environment's locale; the cell fails",
      meaning: "A binding formats a date or a number, and the library that does it has no data.",
      cause: "The data of ICU is missing or damaged on this machine.",
      remedy: "Reinstall libicu; `cellheights doctor` prints its version.",
      example: """
        text: "{published, date, medium}"
        """),
    CodeExplanation(
      303, .error,
      title: "the template tells relative times and no clock is set; the cell fails",
      meaning: """
        A text such as '3 hours ago' depends on the moment at which it is read. Heights are to be \
        the same tomorrow, so no clock is taken from the machine.
        """,
      cause: "A binding with the format relative, and neither --clock nor the key clock is given.",
      remedy:
        "Say the moment: --clock 2026-01-31T08:00:00Z, CELLHEIGHTS_CLOCK, or in cellheights.yaml.",
      example: """
        text: "{published, relative}"
        """),
  ]
}
