extension CaptionScript {
    /// A whole file with these cues, under the beginning of this file.
    ///
    /// What only the format of this file knows is kept if the same format is written. Cues without a text are written in it alone,
    /// such as comments and drawings.
    package func text(of cues: [ReadCue], in format: any CaptionFormat) -> String {
        let isOwn = format.name == self.format
        let written = cues.filter { isOwn || $0.isShown }.map { CaptionCue($0, of: self.format) }
        return format.text(of: written, heading: CaptionHeading(title: "", languages: [], head: head))
    }

    /// What could not be used of the file and is not in what ``text(of:in:)`` writes.
    ///
    /// - Parameter cues: what is written in the format of this file.
    package func losses(without cues: [ReadCue]) -> [CaptionLoss] {
        let kept = Set(cues.filter { $0.source != nil }.map(\.line))
        return losses.filter { !kept.contains($0.line) }
    }
}

extension CaptionCue {
    /// A cue as it was read.
    fileprivate init(_ cue: ReadCue, of format: String) {
        var lines = cue.shownLines
        var voice = cue.voice
        if let own = cue.text.wholeStyle?.voice {
            voice = own
            lines = lines.map { line in line.styled { $0.voice = nil } }
        }
        self.init(start: cue.start, end: cue.end ?? cue.start, lines: lines.map(\.text), voice: voice)
        styled = lines
        alignment = cue.alignment
        native = cue.native
        native["Source"] = cue.source
        nativeFormat = format
    }
}
