import Captions

/// How the captions of one call are made.
struct CaptionMaking {
    var style: CaptionStyle
    var marks: DirectionMarks
    var profile: CaptionProfile
    var timesWords: Bool
}
