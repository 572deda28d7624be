extension BrokenTemplate {
  static let notations: [BrokenTemplate] = [
    BrokenTemplate(
      slip: "autoresizing without canvas",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view, frame: [0, 0, 5, 5], autoresizing: [width]}]",
      ],
      isLaidOut: false, location: "3:50", severity: "error", code: "CH0453",
      message: "'autoresizing' of 'a' without the size of its superview 'cell'",
      help: "expected 'canvas: [width, height]' at the head of the template"),
    BrokenTemplate(
      slip: "box",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: box}]",
      ],
      isLaidOut: false, location: "3:23", severity: "error", code: "CH0462",
      message: "the kind 'box'",
      help: "not supported by this version; build it from views and constraints"),
    BrokenTemplate(
      slip: "tab in YAML",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views:",
        "\t- {id: a, kind: view}",
      ],
      isLaidOut: false, location: "4:1", severity: "error", code: "CH0450",
      message: "a line that begins with a tab",
      help: "expected spaces: YAML does not indent by tabs"),
    BrokenTemplate(
      slip: "no schema",
      document: [
        "template: t",
        "views: []",
      ],
      isLaidOut: false, location: "1:1", severity: "error", code: "CH0451",
      message: "no schema",
      help: "expected schema: cellheights.template/1"),
    BrokenTemplate(
      slip: "unknown style",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "styles: {kicker: {fontSize: 11}}",
        "views: [{id: a, kind: label, text: x, style: kiker}]",
      ],
      isLaidOut: false, location: "4:46", severity: "error", code: "CH0456",
      message: "the unknown style 'kiker'",
      help:
        "expected one of kicker, largeTitle, title1, title2, title3, headline, body, callout, subheadline, footnote, caption1, caption2; did you mean 'kicker'?"
    ),
    BrokenTemplate(
      slip: "unknown format",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: label, text: \"{published, dat, short}\"}]",
      ],
      isLaidOut: false, location: "3:49", severity: "error", code: "CH0459",
      message: "'dat' at character 13 of '{published, dat, short}'",
      help: "expected a format: date, time, relative, number, plural, count; did you mean 'date'?"),
    BrokenTemplate(
      slip: "plural without other",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: label, text: \"{likes, plural, one {# like}}\"}]",
      ],
      isLaidOut: false, location: "3:65", severity: "error", code: "CH0459",
      message: "a plural without 'other' at character 29 of '{likes, plural, one {# like}}'",
      help: "expected other {…}, which all numbers have that have no other form"),
    BrokenTemplate(
      slip: "bad date pattern",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: label, text: \"{published, date, 'yyyy-qq-bb jj'}\"}]",
      ],
      isLaidOut: false, location: "3:67", severity: "error", code: "CH0459",
      message:
        "the letter 'jj' in a date pattern at character 31 of '{published, date, 'yyyy-qq-bb jj'}'",
      help: "expected letters of UTS 35 as in d MMM yyyy HH:mm; write text as ''text''"),
    BrokenTemplate(
      slip: "repeat without end",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: image, repeat: {over: \"{media}\"}}]",
      ],
      isLaidOut: false, location: "3:30", severity: "error", code: "CH0453",
      message: "no 'as' in 'repeat' of a view",
      help: "expected a name for its elements"),
    BrokenTemplate(
      slip: "use of a missing file",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, use: missing.yaml}]",
      ],
      isLaidOut: false, location: "3:22", severity: "error", code: "CH0456",
      message: "the template 'missing.yaml', but there is no file missing.yaml",
      help: "expected a path that begins at the folder of this document"),
    BrokenTemplate(
      slip: "record without braces",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, use: post, record: reblog}]",
      ],
      isLaidOut: false, location: "3:36", severity: "error", code: "CH0459",
      message: "the text 'reblog' as 'record'",
      help: "expected one path in braces, as in \"{media}\""),
    BrokenTemplate(
      slip: "hidden by a question that cannot be",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view, hidden: \"not image\"}]",
      ],
      isLaidOut: false, location: "3:47", severity: "error", code: "CH0460",
      message: "the end at character 10 of 'not image'",
      help: "expected a comparison after 'image', or {image} for the record's own"),
    BrokenTemplate(
      slip: "autoresizing part",
      document: [
        "schema: cellheights.template/1",
        "template: t",
        "views: [{id: a, kind: view, frame: [0, 0, 5, 5], autoresizing: [widht]}]",
      ],
      isLaidOut: false, location: "3:65", severity: "error", code: "CH0454",
      message: "the text 'widht' as 'autoresizing' of the view 'a'",
      help:
        "expected the parts that give: some of left, width, right, top, height, bottom; did you mean 'width'?"
    ),
  ]
}
