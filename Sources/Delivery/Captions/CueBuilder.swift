internal import Audio
public import Conversations
internal import Language
internal import Providers

/// Makes captions from utterances, as they come, in constant memory.
///
/// An utterance is on the screen while its voice is heard. One that is too long for a caption, or lasts over 7 s,
/// becomes several, which share its time by their numbers of characters; what was said in the source language is cut at
/// the word times of the recognition where it has them. What could not be translated is shown as it was said, behind its
/// language in brackets: better read in a foreign language than not at all.
public struct CueBuilder {
    private let style: CaptionStyle
    private let namesSpeakers: Bool
    private var sequence = CueSequence()
    /// When the last caption of each lane should begin: what one lane says stays in its order even where a text is far
    /// too long for its time.
    private var lastStarts: [Int: Int] = [:]

    /// - Parameter namesSpeakers: whether cues tell who speaks; for recordings with more than one speaker.
    public init(style: CaptionStyle, namesSpeakers: Bool = false) {
        self.style = style
        self.namesSpeakers = namesSpeakers
    }

    /// Takes the next utterance in the order in which the voices begin (``TrackTimeline`` gives that order).
    ///
    /// - Returns: cues that are settled, in order.
    public mutating func add(_ record: UtteranceRecord) -> [CaptionCue] {
        let settled = sequence.settle(before: Milliseconds.of(samples: max(0, record.utterance.speech.start)))
        let lane = record.utterance.lane
        for var draft in drafts(of: record) {
            draft.start = max(draft.start, lastStarts[lane] ?? 0)
            lastStarts[lane] = draft.start
            sequence.add(draft)
        }
        return settled
    }

    /// Gives the rest; no more utterances come.
    public mutating func finish() -> [CaptionCue] { sequence.finish() }

    private func drafts(of record: UtteranceRecord) -> [DraftCue] {
        if case .dropped = record.outcome, !record.isOutside { return [] }
        let isUntranslated = record.isUntranslated && style != .source
        let recognition = record.said.flatMap {
            (style == .target && !isUntranslated) || isBlank($0.text) ? nil : $0
        }
        let translation = record.translation.flatMap { style == .source || isBlank($0.text) ? nil : $0 }
        let span = Span(record.utterance)
        switch (recognition, translation) {
        case (let recognition?, let translation?): return bilingual(recognition, translation, of: record, in: span)
        case (let recognition?, nil):
            let layout = CaptionLayout(
                recognition.text, language: recognition.language, linesPerPart: CaptionLimits.lines,
                mark: isUntranslated ? "[\(record.spokenLanguage)]" : nil)
            let parts = layout.parts(atLeast: span.leastParts, comfortable: span.comfortableParts)
            let times = span.times(
                of: parts, in: layout.text, words: WordTimes(recognition.words, in: record.utterance))
            return drafts(
                of: [Side(layout, parts, recognition.language)], times: times, speaker: record.speaker)
        case (nil, let translation?):
            let layout = CaptionLayout(
                translation.text, language: translation.language, linesPerPart: CaptionLimits.lines)
            let parts = layout.parts(atLeast: span.leastParts, comfortable: span.comfortableParts)
            let times = span.times(of: parts, in: layout.text, words: nil)
            return drafts(
                of: [Side(layout, parts, translation.language)], times: times, speaker: record.speaker)
        case (nil, nil): return []
        }
    }

    /// One line of each language, both cut into the same number of parts at about the same places.
    private func bilingual(
        _ recognition: Recognition, _ translation: Translation, of record: UtteranceRecord, in span: Span
    ) -> [DraftCue] {
        let source = CaptionLayout(recognition.text, language: recognition.language, linesPerPart: 1)
        let target = CaptionLayout(translation.text, language: translation.language, linesPerPart: 1)
        let most = max(source.atomCount, target.atomCount)
        let least = max(source.leastParts, target.leastParts, min(span.leastParts, most))
        var sourceParts = source.filledParts()
        var targetParts = target.filledParts()
        for count in least...(least + 2) {
            // A side with fewer words than parts shows all of them, then nothing.
            if let cutSource = source.cut(into: min(count, source.atomCount)),
                let cutTarget = target.cut(into: min(count, target.atomCount))
            {
                (sourceParts, targetParts) = (cutSource.parts, cutTarget.parts)
                break
            }
        }
        let times =
            sourceParts.count >= targetParts.count
            ? span.times(of: sourceParts, in: source.text, words: WordTimes(recognition.words, in: record.utterance))
            : span.times(of: targetParts, in: target.text, words: nil)
        return drafts(
            of: [Side(source, sourceParts, recognition.language), Side(target, targetParts, translation.language)],
            times: times, speaker: record.speaker)
    }

    /// One language of a caption, cut into parts.
    private struct Side {
        var layout: CaptionLayout
        var parts: [Range<Int>]
        var limits: CaptionLimits

        init(_ layout: CaptionLayout, _ parts: [Range<Int>], _ language: LanguageCode) {
            self.layout = layout
            self.parts = parts
            limits = CaptionLimits.of(language)
        }
    }

    private func drafts(of sides: [Side], times: [Int], speaker: Speaker) -> [DraftCue] {
        zip(times, times.dropFirst()).enumerated().map { index, time in
            let shown = sides.filter { index < $0.parts.count }
            return DraftCue(
                start: time.0, end: min(time.1, time.0 + CaptionLimits.longest),
                lines: shown.flatMap { $0.layout.lines($0.parts[index]) }, speaker: namesSpeakers ? speaker : nil,
                readingTime: shown.map { $0.limits.readingTime(columns: $0.layout.text.width($0.parts[index])) }.max()
                    ?? CaptionLimits.shortest)
        }
    }

    private func isBlank(_ text: String) -> Bool { CaptionText.flattened(text).isEmpty }
}

extension UtteranceRecord {
    /// Whether there is only what was said: translating it has failed for good, as far as this run goes, or it is in neither of
    /// the conversation's languages.
    fileprivate var isUntranslated: Bool {
        if case .failed = outcome { translation == nil } else { isOutside }
    }
}
