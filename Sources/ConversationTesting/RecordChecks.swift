internal import Audio
internal import Conversations
internal import Language
internal import Providers

/// The checks of conversations, utterances and their answers.
struct RecordChecks: StoreChecks {
    func keepsConversations(_ store: any ContentStore) async throws {
        let file = StoreSamples.conversation(title: "Ünïcode 'quoted' \"twice\" 🎙")
        let stream = StoreSamples.conversation(origin: .stream, state: .interrupted)
        let upload = StoreSamples.conversation(origin: .upload(path: "/store/verbio.jobs/j1"))
        try await store.commit([.conversation(file), .conversation(stream), .conversation(upload)])
        try expectEqual(try await store.conversation(file.id), file, "a file's conversation comes back")
        try expectEqual(try await store.conversation(stream.id), stream, "a stream's conversation comes back")
        try expectEqual(try await store.conversation(upload.id), upload, "an upload's conversation comes back")
        try expectEqual(try await store.conversation(.random()), nil, "an unknown conversation is nil")
    }

    func keepsVarieties(_ store: any ContentStore) async throws {
        for pair in [
            try LanguagePair(.en, to: .zhHant), try LanguagePair(.en, to: .zh), LanguagePair(only: .zhHant),
        ] {
            let target = pair.target
            var conversation = StoreSamples.conversation()
            conversation.settings.pair = pair
            var utterance = StoreSamples.utterance(1, of: conversation.id)
            utterance.direction.pair = pair
            let heard = HeardDirection(
                pair: pair.reversed, speaker: .other, reason: .corrected, scores: [:], confidence: 1)
            let answer = StageAnswer.translation(Translation(text: "三天", tag: target))
            try await store.commit([
                .conversation(conversation), .utterance(utterance, audio: nil), .directed(utterance.id, heard),
                answered(1, of: conversation.id, "in \(pair)", answer),
            ])
            let record = try await store.utterance(utterance.id)
            try expectEqual(
                try await store.conversation(conversation.id)?.settings.pair, pair, "the conversation's pair")
            try expectEqual(record?.utterance.direction.pair, pair, "the utterance's pair")
            try expectEqual(record?.heardDirection?.pair, pair.reversed, "the pair that was found out")
            try expectEqual(record?.translation?.tag, target, "the translation's language")
        }
    }

    func updatesConversations(_ store: any ContentStore) async throws {
        var conversation = StoreSamples.conversation(createdAt: 1)
        try await store.commit([.conversation(conversation)])
        conversation.createdAt = 2
        conversation.title = "Another title"
        conversation.state = .partial
        conversation.origin = .file(path: "/elsewhere/talk.wav", sha256: String(repeating: "a", count: 64))
        conversation.captionFile = CaptionFileOrigin(
            path: "/elsewhere/talk.srt", sha256: String(repeating: "b", count: 64))
        try await store.commit([.conversation(conversation), .conversationState(conversation.id, .complete)])
        conversation.createdAt = 1
        conversation.state = .complete
        try expectEqual(
            try await store.conversation(conversation.id), conversation, "the latest, but created when it was")
    }

    func remembersFiles(_ store: any ContentStore) async throws {
        var conversation = StoreSamples.conversation(state: .complete)
        try expectEqual(conversation.isResumable, false, "without files, a complete conversation is done with")
        conversation.files = ConversationFiles(
            directory: "/talks/out", formats: ["json", "srt"], captions: "bilingual")
        try await store.commit([.conversation(conversation)])
        try expectEqual(try await store.conversation(conversation.id), conversation, "which files come back")
        try expectEqual(conversation.isResumable, true, "files are missing")
        try await store.commit([.filesWritten(conversation.id)])
        conversation.filesAreWritten = true
        try expectEqual(try await store.conversation(conversation.id), conversation, "they are there")
        try expectEqual(conversation.isResumable, false, "nothing is missing")
        conversation.files?.formats = ["txt"]
        conversation.filesAreWritten = false
        try await store.commit([.conversation(conversation)])
        try expectEqual(try await store.conversation(conversation.id), conversation, "others are to be written")
        // The files are those of the latest run, which may write none.
        conversation.files = nil
        try await store.commit([.conversation(conversation)])
        try expectEqual(try await store.conversation(conversation.id), conversation, "the latest run writes none")
    }

    func marksLostSpeech(_ store: any ContentStore) async throws {
        var conversation = StoreSamples.conversation()
        try await store.commit([.conversation(conversation)])
        for lost in [LostSpeech(), LostSpeech(heardTo: 83.25)] {
            try await store.commitUrgently([.lost(conversation.id, lost)])
            // A later run stores the conversation as it was before.
            try await store.commit([.conversation(conversation), .conversationState(conversation.id, .complete)])
            try expectEqual(try await store.conversation(conversation.id)?.lostSpeech, lost, "it is remembered")
        }
        try await store.commit([.lost(conversation.id, nil)])
        conversation.state = .complete
        try expectEqual(try await store.conversation(conversation.id), conversation, "it is taken back")
        try await expectProblem("store.conflict", "an unknown conversation has lost nothing") {
            try await store.commitUrgently([.lost(ConversationID(rawValue: "c00000000000000000000"), LostSpeech())])
        }
        try await store.requireRoom()
    }

    func ordersConversations(_ store: any ContentStore) async throws {
        var ordered = StoreSamples.conversation()
        ordered.state = .interrupted
        try await store.commit([.ordered(ordered)])
        try expectEqual(try await store.conversation(ordered.id), ordered, "it is stored")
        var begun = ordered
        (begun.title, begun.state) = ("begun", .running)
        try await store.commit([.conversation(begun), .ordered(ordered)])
        try expectEqual(try await store.conversation(ordered.id), begun, "what is stored stays")
    }

    func listsTheNewestFirst(_ store: any ContentStore) async throws {
        try expectEqual(try await store.conversations(limit: 10), [], "an empty store lists nothing")
        let conversations = [3, 1, 2].map { StoreSamples.conversation(createdAt: $0) }
        try await store.commit(conversations.map { .conversation($0) })
        let busy = conversations[1].id
        let failure = StageFailure(stage: .translation, provider: "sim", failure: .quota, message: "no credit")
        try await store.commit(
            (1...3).map { .utterance(StoreSamples.utterance($0, of: busy), audio: nil) } + [
                .outcome(UtteranceID(conversation: busy, sequence: 2), .failed(failure))
            ])
        let all = try await store.conversations(limit: 10)
        try expectEqual(all.map(\.conversation.createdAt), [3, 2, 1], "the newest first")
        try expectEqual(all[2].utterances, 3, "utterances are counted")
        try expectEqual(all[2].failed, 1, "failed utterances are counted")
        try expectEqual(all[2].seconds, 15, "seconds up to the end of the last utterance")
        try expectEqual(all[0].seconds, 0, "no utterances, no seconds")
        for (heard, told) in [(12.5, 15.0), (33.25, 33.25)] {
            let started = StoreSamples.started(busy)
            try await store.commit([.event(started), .event(StoreSamples.finished(busy, seconds: heard))])
            let listed = try await store.conversations(limit: 10)
            try expectEqual(listed[2].seconds, told, "seconds that the last run heard, to the last utterance at least")
            try expectEqual(listed[0].seconds, 0, "and of no other conversation")
        }
        try expectEqual(try await store.conversations(limit: 2), Array(all.prefix(2)), "at most the limit")
        try expectEqual(try await store.conversations(limit: 0), [], "a limit of 0 lists nothing")
    }

    func keepsUtterances(_ store: any ContentStore) async throws {
        let conversation = StoreSamples.conversation(origin: .stream)
        let blob = try await store.put([1, 2, 3, 4])
        let utterance = StoreSamples.utterance(7, of: conversation.id)
        try await store.commit([.conversation(conversation), .utterance(utterance, audio: blob)])
        try expectEqual(
            try await store.utterance(utterance.id), UtteranceRecord(utterance: utterance) { $0.audio = blob },
            "an utterance comes back")
        let other = UtteranceID(conversation: conversation.id, sequence: 6)
        try expectEqual(try await store.utterance(other), nil, "an unknown utterance is nil")
        let zero = UtteranceID(conversation: conversation.id, sequence: 0)
        try expectEqual(try await store.utterance(zero), nil, "utterances are counted from 1")
    }

    func refusesAnotherUtterance(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let same = StoreSamples.utterance(1, of: id)
        try await store.commit([.outcome(same.id, .spoken), .utterance(same, audio: nil)])
        try expectEqual(try await store.utterance(same.id)?.outcome, .spoken, "storing it again changes nothing")
        var other = same
        other.range.end += 1
        try await expectProblem("store.conflict", "another utterance of the same number") {
            try await store.commit([.utterance(other, audio: nil)])
        }
        let blob = try await store.put([5])
        try await expectProblem("store.conflict", "the same utterance with other audio") {
            try await store.commit([.utterance(same, audio: blob)])
        }
        try expectEqual(try await store.utterance(same.id)?.utterance, same, "the first one stays")
    }

    func hearsAnew(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        var heard = StoreSamples.utterance(1, of: id)
        let attempt = StoreSamples.attempt(.recognition, 1, of: heard.id, key: StoreSamples.key("before"))
        try await store.commit([.attemptBegan(attempt)])
        heard.range.start += 3
        heard.evidence.snrDB += 1
        heard.audioHash = "another"
        try await store.commit([.reheard(heard)])
        let record = try await store.utterance(heard.id)
        try expectEqual(record?.utterance, heard, "what is heard now takes its place")
        try expectEqual(record?.attempts, [.recognition: 1], "its attempts stay")
        try await store.commit([answered(1, of: id, "key", .recognition(StoreSamples.recognition("hello")))])
        var again = heard
        again.audioHash = "a third"
        try await expectProblem("store.conflict", "an utterance that has been recognized") {
            try await store.commit([.reheard(again)])
        }
        try expectEqual(try await store.utterance(heard.id)?.utterance, heard, "which stays as it is")
    }

    func keepsSuccessors(_ store: any ContentStore) async throws {
        let (former, next) = (StoreSamples.conversation(), StoreSamples.conversation())
        try await store.commit([.conversation(former), .conversation(next), .succeeded(former.id, by: next.id)])
        try expectEqual(try await store.conversation(former.id)?.successor, next.id, "the one that took its place")
        try expectEqual(try await store.conversation(next.id)?.successor, nil, "and none of that one")
        try await store.commit([.conversation(former)])
        try expectEqual(try await store.conversation(former.id)?.successor, next.id, "storing it again changes nothing")
        try await expectProblem("store.conflict", "a conversation that is not there") {
            try await store.commit([.succeeded(.random(), by: next.id)])
        }
    }

    func pagesUtterances(_ store: any ContentStore) async throws {
        let id = try await prepare(store, utterances: 5)
        _ = try await prepare(store, utterances: 3)
        func sequences(after: Int, limit: Int) async throws -> [Int] {
            try await store.utterances(of: id, after: after, limit: limit).map(\.utterance.sequence)
        }
        try expectEqual(try await sequences(after: 0, limit: 2), [1, 2], "the first page")
        try expectEqual(try await sequences(after: 2, limit: 2), [3, 4], "the next page")
        try expectEqual(try await sequences(after: 4, limit: 2), [5], "the last page")
        try expectEqual(try await sequences(after: 5, limit: 2), [], "beyond the end")
        try expectEqual(try await sequences(after: -1, limit: .max), [1, 2, 3, 4, 5], "everything")
        try expectEqual(try await sequences(after: .max, limit: 1), [], "far beyond the end")
        try expectEqual(try await sequences(after: 0, limit: 0), [], "a limit of 0")
    }

    func keepsAnswers(_ store: any ContentStore) async throws {
        let id = try await prepare(store, utterances: 2)
        let recognition = StageAnswer.recognition(StoreSamples.recognition("good morning"))
        let bare = StageAnswer.recognition(Recognition(text: "", language: .ja))
        let translation = StageAnswer.translation(StoreSamples.translation("buenos días"))
        let speech = StageAnswer.speech(StoreSamples.speech(try await store.put([9, 9])))
        // The answers are not in the order of the stages; the timings still have that order.
        try await store.commit([
            answered(1, of: id, "speech", speech), answered(1, of: id, "recognition", recognition),
            answered(1, of: id, "translation", translation), answered(2, of: id, "bare", bare),
        ])
        for (key, answer) in [
            ("recognition", recognition), ("translation", translation), ("speech", speech), ("bare", bare),
        ] {
            try expectEqual(try await store.answer(for: StoreSamples.key(key)), answer, "the \(key) under its key")
        }
        try expectEqual(try await store.answer(for: StoreSamples.key("none")), nil, "an unknown key is nil")
        let records = try await store.utterances(of: id, after: 0, limit: 10)
        try expectEqual(records[0].recognition.map { .recognition($0) }, recognition, "the utterance's recognition")
        try expectEqual(records[0].translation.map { .translation($0) }, translation, "the utterance's translation")
        try expectEqual(records[0].speech.map { .speech($0) }, speech, "the utterance's speech")
        try expectEqual(records[1].recognition.map { .recognition($0) }, bare, "an answer without anything optional")
        try expectEqual(records[1].translation, nil, "no answer of another utterance")
        try expectEqual(
            records[0].timings, Stage.allCases.map { StoreSamples.timing($0, reused: true) },
            "timings in the order of the stages")
    }

    func keepsTheFirstAnswer(_ store: any ContentStore) async throws {
        let id = try await prepare(store, utterances: 2)
        let first = StoreSamples.translation("uno")
        try await store.commit([answered(1, of: id, "key", .translation(first))])
        try await store.commit([answered(2, of: id, "key", .translation(StoreSamples.translation("dos")))])
        try expectEqual(
            try await store.answer(for: StoreSamples.key("key")), .translation(first), "the first answer under a key")
        let second = try await store.utterance(UtteranceID(conversation: id, sequence: 2))
        try expectEqual(second?.translation, first, "an utterance has what is stored under its key")
        let better = StoreSamples.translation("mejor")
        try await store.commit([answered(1, of: id, "another key", .translation(better))])
        let record = try await store.utterance(UtteranceID(conversation: id, sequence: 1))
        try expectEqual(record?.translation, better, "the utterance's latest answer")
        try expectEqual(record?.timings.count, 1, "one timing per stage")
    }

    func keepsEveryOutcome(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let utterance = UtteranceID(conversation: id, sequence: 1)
        let failures = ProviderFailures.all.map { failure in
            Outcome.failed(
                StageFailure(stage: .synthesis, provider: "sim:flaky", failure: failure, message: "connection lost"))
        }
        for outcome in failures + [.dropped(reason: "too-short"), .textOnly, .spoken, .pending] {
            try await store.commit([.outcome(utterance, outcome)])
            try expectEqual(try await store.utterance(utterance)?.outcome, outcome, "the outcome as it was stored")
        }
    }

    func keepsFlags(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let utterance = UtteranceID(conversation: id, sequence: 1)
        var translation = StoreSamples.translation("Hola.")
        try await store.commit([
            .answered(
                utterance, StoreSamples.key("flags"), .translation(translation), StoreSamples.timing(.translation))
        ])
        let flags = [TranslationFlag(name: "echo", reason: "it is the source", evidence: ["Hola."])]
        for (flags, refused) in [(flags, []), ([], flags), ([], [])] {
            try await store.commit([.flagged(utterance, flags, refused: refused)])
            (translation.flags, translation.refused) = (flags, refused)
            try expectEqual(try await store.utterance(utterance)?.translation, translation, "the flags as stored")
        }
    }

    func keepsDoubts(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let utterance = UtteranceID(conversation: id, sequence: 1)
        try expectEqual(try await store.utterance(utterance)?.recognitionFlags, [], "no doubts before there are any")
        let flags = RecognitionFlag.Verdict.allCases.map {
            RecognitionFlag(name: "loop", verdict: $0, reason: "said \"9\" times", evidence: ["and then", "…"])
        }
        for flags in [flags, []] {
            try await store.commit([.doubted(utterance, flags)])
            try expectEqual(try await store.utterance(utterance)?.recognitionFlags, flags, "the doubts as stored")
        }
    }

    func keepsDirections(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let utterance = UtteranceID(conversation: id, sequence: 1)
        try expectEqual(try await store.utterance(utterance)?.heardDirection, nil, "no direction that was found out")
        for reason in HeardDirection.Reason.allCases {
            var direction = HeardDirection(
                pair: reason == .outside ? nil : StoreSamples.pair.reversed, speaker: .other, reason: reason,
                scores: [.en: 0.25, .es: 0.625], confidence: 0.5)
            direction.setAside = WrittenTexts(source: "hello", translation: reason == .corrected ? nil : "hola")
            try await store.commit([.directed(utterance, direction)])
            try expectEqual(
                try await store.utterance(utterance)?.heardDirection, direction, "the direction as it was stored")
        }
    }

    func reopens(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let utterance = UtteranceID(conversation: id, sequence: 1)
        let voice = try await store.put([7])
        let heard = StageAnswer.recognition(StoreSamples.recognition("hello"))
        let translated = StageAnswer.translation(StoreSamples.translation("hola"))
        let spoken = StageAnswer.speech(StoreSamples.speech(voice))
        let flag = RecognitionFlag(name: "loop", verdict: .kept, reason: "twice", evidence: [])
        try await store.commit([
            answered(1, of: id, "heard", heard), answered(1, of: id, "translated", translated),
            answered(1, of: id, "spoken", spoken), .doubted(utterance, [flag]), .outcome(utterance, .spoken),
            .corrected(utterance, CorrectedText(text: "Kestrel", replaced: [.init(heard: "castrol", term: "Kestrel")])),
        ])
        try await store.commit([.reopened(utterance, from: .translation)])
        let kept = try await store.utterance(utterance)
        try expectEqual(kept?.outcome, .pending, "it is pending again")
        try expectEqual(kept?.recognition?.text, "hello", "what comes before the stage is kept")
        try expectEqual(kept?.recognitionFlags, [flag], "with what was doubted of it")
        try expectEqual(kept?.timings.map(\.stage), [.recognition], "and its timing")
        try expect(
            kept?.translation == nil && kept?.speech == nil && kept?.correction == nil, "the rest is not its own")
        try await store.commit([.reopened(utterance, from: .recognition), .reopened(utterance, from: .recognition)])
        let empty = try await store.utterance(utterance)
        try expect(empty?.recognition == nil && empty?.recognitionFlags == [], "nor what was recognized")
        // The speech is left out: a caller that finds it has to refer to its audio, which then outlives the conversation.
        for (key, answer) in [("heard", heard), ("translated", translated)] {
            try expectEqual(try await store.answer(for: StoreSamples.key(key)), answer, "'\(key)' is finished work")
        }
        try await expectProblem("store.conflict", "an utterance there is not") {
            try await store.commit([.reopened(UtteranceID(conversation: id, sequence: 99), from: .translation)])
        }
        try expect(try await store.delete(id), "it was there")
        for key in ["heard", "translated", "spoken"] {
            try expectEqual(try await store.answer(for: StoreSamples.key(key)), nil, "'\(key)' goes with it")
        }
        try expectEqual(try await store.blob(voice), nil, "and so does its audio")
    }

    func keepsCorrections(_ store: any ContentStore) async throws {
        let id = try await prepare(store)
        let utterance = UtteranceID(conversation: id, sequence: 1)
        try expectEqual(try await store.utterance(utterance)?.correction, nil, "nothing that was put right")
        let correction = CorrectedText(text: "Kestrel?", replaced: [.init(heard: "castrol", term: "Kestrel")])
        try await store.commit([.corrected(utterance, correction)])
        try expectEqual(try await store.utterance(utterance)?.correction, correction, "the correction as it was stored")
    }

    func keepsSummaries(_ store: any ContentStore) async throws {
        let (one, other) = (
            try await prepare(store, utterances: 3), try await prepare(store, utterances: 3)
        )
        func utterance(_ sequence: Int, of id: ConversationID) -> UtteranceID {
            UtteranceID(conversation: id, sequence: sequence)
        }
        func change(_ id: UtteranceID, _ text: String?, key: String = "summary", calls: Int = 1) -> StoreChange {
            .summarized(id, StoreSamples.key(key), text.map { Translation(text: $0, language: .en) }, timing(calls))
        }
        func timing(_ calls: Int) -> StageTiming {
            var timing = StageTiming(
                stage: .translation, queuedMilliseconds: 1.5, firstPartialMilliseconds: nil, totalMilliseconds: 40,
                reused: calls == 0, provider: "engine", model: "one")
            timing.calls = calls
            return timing
        }
        func summary(_ id: UtteranceID) async throws -> RollingSummary? { try await store.utterance(id)?.summary }
        try expectEqual(try await summary(utterance(1, of: one)), nil, "nothing that was summed up")
        try await store.commit([change(utterance(2, of: one), "They talk."), change(utterance(3, of: one), nil)])
        let first = RollingSummary(text: "They talk.", timing: timing(1))
        try expectEqual(try await summary(utterance(2, of: one)), first, "the summary as it was stored")
        try expectEqual(
            try await summary(utterance(3, of: one)), RollingSummary(text: nil, timing: timing(1)), "one there is not")
        try expectEqual(
            try await store.answer(for: StoreSamples.key("summary")),
            .translation(Translation(text: "They talk.", language: .en)), "it is finished work")
        try await store.commit([
            change(utterance(2, of: one), "Others.", key: "another"), change(utterance(3, of: one), "Others."),
            change(utterance(2, of: other), "Others.", calls: 0),
        ])
        try expectEqual(try await summary(utterance(2, of: one)), first, "the first one stays")
        try expectEqual(try await summary(utterance(3, of: one))?.text, nil, "and so does none")
        try expectEqual(
            try await summary(utterance(2, of: other)), RollingSummary(text: "They talk.", timing: timing(0)),
            "what is stored under the key")
        try await store.commit([.reopened(utterance(2, of: one), from: .recognition)])
        try expectEqual(try await summary(utterance(2, of: one)), first, "reopening does not change it")
        try await expectProblem("store.conflict", "an utterance there is not") {
            try await store.commit([change(utterance(99, of: one), nil)])
        }
        try expect(try await store.delete(one), "it was there")
        try expectEqual(try await summary(utterance(2, of: other))?.text, "They talk.", "others keep theirs")
        try expect(try await store.delete(other), "it was there")
        try expectEqual(try await store.answer(for: StoreSamples.key("summary")), nil, "it goes with the last")
    }

    private enum ProviderFailures { static let all = ProviderError.Failure.allCases }
}
