internal import Captions
internal import Films
internal import Language

/// Captions for the program that draws them into a picture: ASS with letters of a size that fits the picture. Captions that
/// were ASS before keep their own styles.
struct BurnedCaptions: CaptionFormat {
    let name = "ass"
    let mediaType = "text/x-ssa"
    let step = 10

    private let text: BurnedText

    init(_ text: BurnedText) { self.text = text }

    func header(_ heading: CaptionHeading) -> String {
        heading.native(name) == nil ? text.header : ASS().header(heading)
    }

    func text(of cue: CaptionCue, number: Int) -> String { ASS().text(of: cue, number: number) }
}
