internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// One utterance as it is written in the document. Times are seconds of the recording, to the millisecond.
struct UtteranceDescription {
    let placed: PlacedUtterance
    let conversation: Conversation

    private var record: UtteranceRecord { placed.record }
    private var utterance: Utterance { placed.record.utterance }

    func write(to json: inout JSONText) {
        json.member("sequence", utterance.sequence)
        json.member("speaker", record.speaker.rawValue)
        if let person = conversation.person(of: utterance) { json.member("person", person) }
        json.member("lane", utterance.lane)
        json.member("start", thousandths: Milliseconds.of(samples: utterance.speech.start))
        json.member("end", thousandths: Milliseconds.of(samples: utterance.speech.end))
        json.member("samples") { range(utterance.speech, rate: speechSampleRate, to: &$0) }
        json.member("sourceSamples") {
            range(
                utterance.speech.scaled(to: conversation.source.sampleRate), rate: conversation.source.sampleRate,
                to: &$0)
        }
        json.member("recognizedSamples") { range(utterance.range, rate: speechSampleRate, to: &$0) }
        json.member("evidence", evidence)
        json.member("direction") { json in
            json.write(record.pair)
            guard let heard = record.heardDirection else {
                return json.member("reason", utterance.direction.reason)
            }
            json.member("reason", heard.reason.rawValue)
            json.member("confidence", rounded: heard.confidence)
            json.member("scores") { json in
                for (language, score) in heard.scores.sorted(by: { $0.key < $1.key }) {
                    json.member(language, rounded: score)
                }
            }
        }
        recognition(&json)
        translation(&json)
        speech(&json)
        if let summary = record.summary { json.member("summary", summary.text) }
        json.member("outcome", record.outcome.name)
        outcome(&json)
        json.member("timings", timings)
    }

    private func range(_ range: SampleRange, rate: Int, to json: inout JSONText) {
        json.member("start", range.start)
        json.member("end", range.end)
        json.member("rate", rate)
    }

    private func evidence(_ json: inout JSONText) {
        let evidence = utterance.evidence
        json.member("voicedMilliseconds", evidence.voicedMilliseconds)
        json.member("rmsDBFS", rounded: evidence.rmsDBFS)
        json.member("peakDBFS", rounded: evidence.peakDBFS)
        json.member("snrDB", rounded: evidence.snrDB)
        json.member("clippedSamples", evidence.clippedSamples)
        json.member("endedBy", utterance.endedBy)
        json.member("speechProbability", rounded: evidence.speechProbability)
    }

    private func recognition(_ json: inout JSONText) {
        guard let recognition = record.recognition else { return json.null("source") }
        let offset = Milliseconds.of(samples: utterance.range.start)
        json.member("source") { json in
            json.member("text", record.saidText ?? "")
            json.member("heard", record.correction == nil ? nil : recognition.text)
            json.list("corrections") { json in
                for replacement in record.correction?.replaced ?? [] {
                    json.element { json in
                        json.member("heard", replacement.heard)
                        json.member("term", replacement.term)
                    }
                }
            }
            json.member("language", record.knownTag?.rawValue)
            json.member("confidence", rounded: recognition.confidence)
            json.list("words") { json in
                for word in recognition.words {
                    json.element { json in
                        json.member("text", word.text)
                        json.member("start", thousandths: offset + Milliseconds.of(seconds: word.start))
                        json.member("end", thousandths: offset + Milliseconds.of(seconds: word.end))
                        json.member("confidence", rounded: word.confidence)
                    }
                }
            }
            json.member("noSpeech", rounded: recognition.signals?.noSpeech)
            json.member("meanLogProbability", rounded: recognition.signals?.meanLogProbability)
            json.list("doubts") { json in for doubt in record.doubts { json.element(doubt) } }
            json.list("flags") { json in
                for flag in record.recognitionFlags {
                    json.element { json in
                        json.member("name", flag.name)
                        json.member("verdict", flag.verdict.rawValue)
                        json.member("reason", flag.reason)
                        json.list("evidence") { json in for piece in flag.evidence { json.element(piece) } }
                    }
                }
            }
        }
    }

    private func translation(_ json: inout JSONText) {
        guard let translation = record.translation else { return json.null("translation") }
        json.member("translation") { json in
            json.member("text", translation.text)
            json.member("longer", translation.longerText)
            json.member("language", translation.tag.rawValue)
            json.list("notes") { json in
                for note in translation.otherNotes { json.element(note) }
            }
            json.member("quality", translation.origin.quality.rawValue)
            json.list("unknownWords") { json in
                for word in translation.origin.unknownWords { json.element(word) }
            }
            flags("flags", translation.flags, &json)
            flags("refused", translation.refused, &json)
        }
    }

    private func flags(_ name: String, _ flags: [TranslationFlag], _ json: inout JSONText) {
        json.list(name) { json in
            for flag in flags {
                json.element { json in
                    json.member("name", flag.name)
                    json.member("reason", flag.reason)
                    json.list("evidence") { json in for piece in flag.evidence { json.element(piece) } }
                }
            }
        }
    }

    private func speech(_ json: inout JSONText) {
        guard let speech = record.speech else { return json.null("speech") }
        json.member("speech") { json in
            json.member("voice", speech.voice)
            json.member("seconds", rounded: speech.seconds)
            json.member("sampleRate", speech.sampleRate)
            json.member("blob", speech.blob.rawValue)
            let placement = placed.placement
            json.member("startsAt", thousandths: placement.map { Milliseconds.of(samples: $0.start) })
            json.member("endsAt", thousandths: placement.map { Milliseconds.of(samples: $0.end) })
            json.member("tempo", thousandths: placement?.tempoThousandths)
            json.member("shiftedMilliseconds", placement?.shiftedMilliseconds)
        }
    }

    private func outcome(_ json: inout JSONText) {
        switch record.outcome {
        case .dropped(let reason):
            json.member("reason", reason)
            json.null("failure")
        case .failed(let failure):
            json.null("reason")
            json.member("failure") { json in
                json.member("stage", failure.stage.rawValue)
                json.member("provider", failure.provider)
                json.member("failure", failure.failure.rawValue)
                json.member("message", failure.message)
            }
        case .pending, .spoken, .textOnly:
            json.null("reason")
            json.null("failure")
        }
    }

    /// The times and numbers of tries: the only values here that differ from run to run.
    private func timings(_ json: inout JSONText) {
        for stage in Stage.allCases {
            let timing = record.timings.last { $0.stage == stage }
            let attempts = record.attempts[stage]
            guard timing != nil || attempts != nil else { continue }
            json.member(stage.rawValue) { json in
                json.member("queuedMilliseconds", rounded: timing?.queuedMilliseconds)
                json.member("firstPartialMilliseconds", rounded: timing?.firstPartialMilliseconds)
                json.member("totalMilliseconds", rounded: timing?.totalMilliseconds)
                json.member("reused", timing?.reused)
                json.member("provider", timing?.provider)
                json.member("model", timing?.model.map(ProviderDescriptor.shown))
                let isAnswered = timing != nil || !record.charges(stage).isEmpty
                json.member("costNanodollars", isAnswered ? record.nanodollars(of: stage) : nil)
                json.member("usage", record.usage(of: stage))
                json.member("connectMilliseconds", rounded: timing?.connection?.connectMilliseconds)
                json.member("firstByteMilliseconds", rounded: timing?.connection?.firstByteMilliseconds)
                json.member("connectionReused", timing?.connection?.reused)
                json.member("attempts", attempts ?? 0)
                json.member(
                    "unansweredCostNanodollars", Int(clamping: (record.unansweredCosts[stage] ?? .zero).nanodollars))
            }
        }
        guard let timing = record.summary?.timing else { return }
        json.member("summary") { json in
            json.member("queuedMilliseconds", rounded: timing.queuedMilliseconds)
            json.member("totalMilliseconds", rounded: timing.totalMilliseconds)
            json.member("reused", timing.reused)
            json.member("provider", timing.provider)
            json.member("model", timing.model.map(ProviderDescriptor.shown))
            json.member("costNanodollars", record.nanodollars(of: .translation, for: .summary))
            json.member("usage", record.usage(of: .translation, for: .summary))
        }
    }
}

extension UtteranceRecord {
    /// The cost of answered calls in billionths of a dollar; nil if it is not known.
    fileprivate func nanodollars(of stage: Stage, for purpose: Charge.Purpose = .answer) -> Int? {
        cost(of: stage, for: purpose).flatMap { Int(exactly: $0.nanodollars) }
    }
}

extension JSONText {
    /// The usage as far as it is known; null if nothing is known.
    fileprivate mutating func member(_ key: String, _ usage: Usage) {
        guard !usage.isUntold else { return null(key) }
        member(key) { json in
            if let seconds = usage.audioSeconds { json.member("audioSeconds", rounded: seconds) }
            if let characters = usage.characters { json.member("characters", characters) }
            if let tokens = usage.inputTokens { json.member("inputTokens", tokens) }
            if let tokens = usage.cachedInputTokens { json.member("cachedInputTokens", tokens) }
            if let tokens = usage.outputTokens { json.member("outputTokens", tokens) }
        }
    }
}
