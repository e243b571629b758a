/// Where a cue is on the screen. Cues in different places may be shown at once.
struct CuePlace: Hashable {
    private var alignment: Int
    private var more: [String]

    init(_ cue: ReadCue) {
        alignment = cue.alignment ?? 2
        more = ["Style", "Layer", "Marked", "Head", "region", "place"].map { cue.native[$0] ?? "" }
        // Of the settings of WebVTT, only some are about the place.
        more += (cue.native["settings"] ?? "").split(separator: " ").map(String.init).filter {
            $0.hasPrefix("line:") || $0.hasPrefix("position:") || $0.hasPrefix("region:") || $0.hasPrefix("vertical:")
        }
    }
}
