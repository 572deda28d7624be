"""Labels that differ, by file and object id, each with its cause; found by looking at each file.

A label that is here and does not differ is an error too: then the explanation is out of date.
"""

LATO = "saved with Lato 1.104; with its files (--lato) the widths are equal"
WHOLE = "rounded up to whole points, as Xcode 8 and before did"
EDGES = "centred, so that its edges fell between two pixels and each was rounded by itself"
FORMER = "kept from the larger font that the same label has in another cell of the app"
CELL = "probably centred in the cell's 37 points, between two pixels; the content view now has 36.5"
SMALL = "a text style saved at the size category XS"
UNKNOWN = "not explained; the same label in two cells of one app"

WIDTHS = {
    "rileysparsons__Spree__PhotoGalleryTableViewCell/SSF-dF-2gw": LATO,
}

HEIGHTS = {
    "Jerne-Hatchet__newsApi__TableViewCell/666-Uo-T4Q": WHOLE,
    "RocketChat__Rocket.Chat.iOS__SEServerCell/CXB-a1-Ctk": WHOLE,
    "RocketChat__Rocket.Chat.iOS__SEServerCell/yVe-PV-4Ep": WHOLE,
    "vector-im__element-ios__RecentTableViewCell/360-Go-RcG": WHOLE,
    "vector-im__element-ios__UserVerificationSessionStatusCell/wsp-qe-DLy": CELL,
    "p-x9__MajorTableViewCells__ColorTagTableViewCell/xM8-mG-yFC": EDGES,
    "p-x9__MajorTableViewCells__ColorTagTableViewCell/d9D-bb-VjP": EDGES,
    "vector-im__element-ios__BubbleReactionViewCell/DQc-oh-Wus": EDGES,
    "vector-im__element-ios__TableViewCellWithPhoneNumberTextField/DE7-uC-Oz2": EDGES,
    "vector-im__element-ios__FilesSearchTableViewCell/Lg1-xQ-AGn": FORMER,
    "vector-im__element-ios__PublicRoomTableViewCell/360-Go-RcG": FORMER,
    "videolan__vlc-ios__VLCCloudServiceCell/gJ0-bA-ThN": SMALL + ", and " + EDGES,
    "videolan__vlc-ios__VLCStreamingHistoryCell/6": SMALL,
    "videolan__vlc-ios__VLCStreamingHistoryCell/7": SMALL,
    "alaa993__Roamu_IOS__CommentTableViewCell/5QE-KG-Nlx": UNKNOWN,
    "alaa993__Roamu_IOS__NotificationTableViewCell/fOp-Bt-NfX": UNKNOWN,
}
