internal import Audio
package import Captions
package import Conversations
internal import Language
internal import Providers

/// Makes captions from utterances as they arrive, in constant memory.
///
/// An utterance is on the screen while its voice is heard. If it is too long for a caption in its length or its time, it becomes
/// several captions. These share its time by their numbers of characters. If the recognition has word times, the text in the
/// source language is cut at them. If a text could not be translated, it is shown in its own language, after the language in
/// brackets: better than showing nothing.
package struct CueBuilder: CueMaking {
    private let style: CaptionStyle
    private let profile: CaptionProfile
    /// Whether the words that were said have their times.
    private let timesWords: Bool
    private let speakers: SpeakerNames
    private var sequence: CueSequence
    /// The start of the last caption of each lane. So the captions of a lane stay in order even if a text is far too long for
    /// its time.
    private var lastStarts: [Int: Int] = [:]

    /// - Parameters:
    ///   - speakers: the names that cues show.
    ///   - timesWords: whether cues have the times of the words that were said, for karaoke.
    ///   - recordingEnd: the end of the recording in milliseconds; nil if it is not known.
    package init(
        style: CaptionStyle, profile: CaptionProfile, speakers: SpeakerNames = SpeakerNames(sides: false),
        timesWords: Bool = false,
        recordingEnd: Int? = nil
    ) {
        self.style = style
        self.timesWords = timesWords
        self.profile = profile
        self.speakers = speakers
        sequence = CueSequence(recordingEnd: recordingEnd, profile: profile)
    }

    /// The cues that were given.
    package var tally: CaptionTally { sequence.tally }

    /// Takes the next utterance in the order in which the voices begin (``TrackTimeline`` gives that order).
    ///
    /// - Returns: cues that are settled, in order.
    package mutating func add(_ record: UtteranceRecord) -> [CaptionCue] {
        let settled = sequence.settle(before: Milliseconds.of(samples: max(0, record.utterance.speech.start)))
        let lane = record.utterance.lane
        for var draft in drafts(of: record) {
            draft.start = max(draft.start, lastStarts[lane] ?? 0)
            lastStarts[lane] = draft.start
            sequence.add(draft)
        }
        return settled
    }

    /// Returns the remaining cues; no more utterances come.
    package mutating func finish() -> [CaptionCue] { sequence.finish() }

    private func drafts(of record: UtteranceRecord) -> [DraftCue] {
        if case .dropped = record.outcome, !record.isOutside { return [] }
        let isUntranslated = record.isUntranslated && style != .source
        let recognition = record.said.flatMap {
            (style == .target && !isUntranslated) || isBlank($0.text) ? nil : $0
        }
        let translation = record.translation.flatMap { style == .source || isBlank($0.text) ? nil : $0 }
        let span = CueSpan(record.utterance, profile)
        let words = recognition.flatMap { WordTimes($0.words, in: record.utterance) }
        let spoken: (Int, Int) -> Int? = { words?.time(afterLetters: $0, of: $1) }
        var source = recognition.map {
            CaptionLayout(
                $0.text, language: $0.language, profile: profile,
                linesPerPart: translation == nil ? profile.lines : 1,
                mark: isUntranslated && translation == nil ? "[\(record.spokenLanguage)]" : nil)
        }
        var target = translation.map {
            CaptionLayout(
                $0.text, language: $0.language, profile: profile,
                linesPerPart: recognition == nil ? profile.lines : 1)
        }
        if let text = source?.text {
            source?.briefColumns = span.columnsOfASecond(text)
        } else if let text = target?.text {
            target?.briefColumns = span.columnsOfASecond(text)
        }
        if let source, let target {
            func times(_ parts: PairedLayout.Parts) -> [Int] {
                parts.source.count >= parts.target.count
                    ? span.times(of: parts.source, in: source.text, spoken: spoken)
                    : span.times(of: parts.target, in: target.text)
            }
            let parts = PairedLayout(source, target).parts(
                atLeast: span.minimumParts, comfortable: span.comfortableParts
            ) { parts in
                let times = times(parts)
                return zip(times, times.dropFirst()).count { $1 - $0 < CueSpan.brief }
            }
            let sides = [
                Side(layout: source, parts: parts.source, starts: starts(of: source, words)),
                Side(layout: target, parts: parts.target),
            ]
            return drafts(of: sides, times: times(parts), record: record)
        }
        guard let layout = source ?? target else { return [] }
        let parts = layout.parts(atLeast: span.minimumParts, comfortable: span.comfortableParts)
        let side = Side(layout: layout, parts: parts, starts: source == nil ? nil : starts(of: layout, words))
        return drafts(
            of: [side], times: span.times(of: parts, in: layout.text, spoken: spoken), record: record)
    }

    /// A text, its parts, and when each of its atoms is said; nil if that is not known or not wanted.
    private struct Side {
        var layout: CaptionLayout
        var parts: [Range<Int>]
        var starts: [Int]?

        func draft(_ index: Int, _ profile: CaptionProfile) -> DraftCue.Side? {
            guard index < parts.count else { return nil }
            return DraftCue.Side(layout, parts[index], profile, starts: starts.map { Array($0[parts[index]]) })
        }
    }

    private func starts(of layout: CaptionLayout, _ words: WordTimes?) -> [Int]? {
        guard timesWords, let words else { return nil }
        let text = layout.text
        let all = text.lettersBefore.last ?? 0
        let starts = text.atoms.indices.compactMap { words.start(afterLetters: text.lettersBefore[$0], of: all) }
        return starts.count == text.atoms.count ? starts : nil
    }

    private func drafts(of sides: [Side], times: [Int], record: UtteranceRecord) -> [DraftCue] {
        let voiceEnd = CueSpan(record.utterance, profile).end
        let isDoubtful = !record.doubts.isEmpty
        let name = speakers.name(of: record)
        return zip(times, times.dropFirst()).enumerated().map { index, time in
            var draft = DraftCue(
                start: time.0, end: max(time.0, min(time.1, time.0 + profile.longest, voiceEnd)),
                sides: sides.compactMap { $0.draft(index, profile) },
                speaker: record.speaker, lane: record.utterance.lane,
                isMarked: sides.contains { $0.layout.isMarked }, profile: profile)
            draft.isDoubtful = isDoubtful
            draft.name = name
            return draft
        }
    }

    private func isBlank(_ text: String) -> Bool { CaptionText.flattened(text).isEmpty }
}

extension UtteranceRecord {
    /// Whether there is only the text that was said. Either its translation has failed permanently, as far as this run
    /// goes, or it is in neither of the conversation's languages.
    fileprivate var isUntranslated: Bool {
        if case .failed = outcome { translation == nil } else { isOutside }
    }
}
