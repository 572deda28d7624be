extension CodeExplanation {
  /// CH0464 and CH0480–CH0490: .xib and .storyboard files.
  static let interfaceBuilder = [
    CodeExplanation(
      464, .error, title: "no Interface Builder file, none that can be read, or no such cell in it",
      meaning: "Nothing is laid out from the file.",
      cause:
        "A slip in FILE#NAME, a compiled .nib, a file for macOS or of an old Xcode, one without a cell.",
      remedy: "Open the file in Xcode and save it; the message names the cells that there are.",
      example: """
        cellheights template import Feed.storyboard#PostCel
        """),
    CodeExplanation(
      480, .warning, title: "a constraint whose item is not in the cell: left out",
      meaning: "The layout lacks this constraint.",
      cause: "A constraint to a view outside the cell, or a leftover of a view that was deleted.",
      remedy: "Constrain the view to the cell's own views instead; the message has the line.",
      example: """
        <constraint firstItem="gone-1" firstAttribute="top" secondItem="body-2" secondAttribute="top"/>
        """),
    CodeExplanation(
      481, .warning,
      title: "a constraint that cannot be read, or that UIKit would refuse: left out",
      meaning: "The layout lacks this constraint.",
      cause: "An attribute that no longer exists, or sides of different kinds.",
      remedy: "Make the constraint anew in Xcode, or write it by hand in the imported document.",
      example: """
        <constraint firstItem="a" firstAttribute="top" secondItem="b" secondAttribute="leading"/>
        """),
    CodeExplanation(
      482, .warning, title: "a kind of view without a counterpart: it became a plain view",
      meaning: "Its constraints hold; a size of its own it has only where one is declared.",
      cause:
        "A control whose size only UIKit knows, such as a date picker, or a class of your own.",
      remedy: "Give the view an `intrinsic` size in the imported document.",
      example: """
        <datePicker id="due-1"/>
        """),
    CodeExplanation(
      483, .warning,
      title:
        "views in a view that lays its content out itself (scroll, table, collection, text, web and map views), and their constraints: left out",
      meaning: "The view itself is laid out, what is in it is not.",
      cause: "A collection of pictures or a text view within the cell.",
      remedy: "Constrain the size of the view itself, or write its content as views of a template.",
      example: """
        <collectionView id="pics-1"><subviews>…</subviews></collectionView>
        """),
    CodeExplanation(
      484, .warning, title: "placeholder constraints and sizes",
      meaning: "Xcode removes them when the app is built, and so they are left out here.",
      cause: "'Remove at build time', or 'Intrinsic Size: Placeholder', in Xcode's inspector.",
      remedy:
        "Write what the app's code sets in their place. --canvas keeps them, as Xcode shows the cell.",
      example: """
        <constraint firstAttribute="height" constant="200" placeholder="YES"/>
        """),
    CodeExplanation(
      485, .warning,
      title: "what is not installed for the size class, and its constraints: left out",
      meaning: "The cell is laid out for compact width, as on a phone held upright.",
      cause: "Views or constraints that the file installs for other size classes only.",
      remedy: "Write a group: when: \"horizontalSizeClass == regular\".",
      example: """
        <variation key="heightClass=compact"><exclude reference="photo-1"/></variation>
        """),
    CodeExplanation(
      486, .warning, title: "a frame that follows a superview whose size is not known before",
      meaning: "The view keeps the frame that the file has, whatever the cell's width is.",
      cause: "An autoresizing mask inside a view that constraints lay out, or a view without both.",
      remedy: "Constrain the view.",
      example: """
        <view id="box"><autoresizingMask key="autoresizingMask" widthSizable="YES"/></view>
        """),
    CodeExplanation(
      487, .warning, title: "a size that only UIKit knows",
      meaning: "The view has no size of its own here.",
      cause: "A symbol of the system, or a picture whose size the file does not say.",
      remedy: "Declare the view's `intrinsic` size, or constrain its width and height.",
      example: """
        <imageView image="heart.fill" catalog="system"/>
        """),
    CodeExplanation(
      488, .warning,
      title: "a setting that changes layout and has no counterpart, or another value here",
      meaning: "The cell is laid out with the nearest there is; the message says with what.",
      cause: "A cell style, a font family that is not installed, the readable content guide.",
      remedy: "Mostly nothing; otherwise write the setting by hand in the imported document.",
      example: """
        <fontDescription type="custom" name="Georgia" family="Georgia" pointSize="17"/>
        """),
    CodeExplanation(
      489, .warning, title: "a value that is no number or out of range: its constraint is left out",
      meaning: "The layout lacks this constraint.",
      cause: "A file edited by hand or by a program.",
      remedy: "Correct the number; the message has the line.",
      example: """
        <constraint firstAttribute="height" constant="tall"/>
        """),
    CodeExplanation(
      490, .warning,
      title: "a text or a constraint with an outlet, which code sets in the app and nothing here",
      meaning:
        "Every cell shows the placeholder text of Xcode, so its height is that of the placeholder.",
      cause: "A .xib says which label there is, and not which value of a record it shows.",
      remedy: """
        Write a document that begins with `from` and gives each label its text. Constraints that \
        code changes are left out with `without` and written with a binding or in a group.
        """,
      example: """
        from: Post.xib
        views:
          - {id: titleLabel, text: "{title}"}
        """),
  ]
}
