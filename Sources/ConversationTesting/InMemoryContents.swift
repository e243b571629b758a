internal import Conversations
internal import Plumbing
internal import Providers

/// What an ``InMemoryStore`` holds, and the effect of changes on it.
struct InMemoryContents {
    var conversations: [ConversationID: Conversation] = [:]
    var utterances: [ConversationID: [Int: UtteranceRecord]] = [:]
    /// The keys of an utterance's answers.
    var links: [UtteranceID: [Stage: ContentKey]] = [:]
    /// The keys of all calls that were made for an utterance.
    var tried: [UtteranceID: Set<ContentKey>] = [:]
    /// The keys of the summaries that end with an utterance.
    var summaries: [UtteranceID: ContentKey] = [:]
    var answers: [ContentKey: StageAnswer] = [:]
    /// The utterances that have texts, by when they got the first.
    var texts: [UtteranceID: Int] = [:]
    var lastText = 0
    /// The largest cost of each attempt in progress; nil for attempts that have ended.
    var attempts: [AttemptID: Money?] = [:]
    /// Attempts as they began, and what those without an answer may have cost.
    var begun: [AttemptID: Attempt] = [:]
    var possibleCosts: [AttemptID: Money] = [:]
    /// The charges of each utterance, in the order that records have them in.
    var charges: [UtteranceID: [Charge]] = [:]
    var events: [ConversationID: [Event]] = [:]
    var blobs: [BlobID: [UInt8]] = [:]
    var phrases: [PhraseID: Phrase] = [:]
    var requests: [String: StoredRequest] = [:]
    /// Calls that belong to no conversation, by a name of their own.
    var counted: [UInt64: (start: Int64, calls: UsedCalls)] = [:]

    mutating func apply(_ change: StoreChange) throws {
        switch change {
        case .ordered(let conversation):
            if conversations[conversation.id] == nil { conversations[conversation.id] = conversation }
        case .conversation(var conversation):
            if let known = conversations[conversation.id] {
                conversation.createdAt = known.createdAt
                conversation.successor = conversation.successor ?? known.successor
                conversation.lostSpeech = known.lostSpeech
            }
            conversations[conversation.id] = conversation
        case .lost(let id, let speech): try update(id) { $0.lostSpeech = speech }
        case .persons(let id, let persons): try update(id) { $0.persons = persons }
        case .conversationState(let id, let state): try update(id) { $0.state = state }
        case .filesWritten(let id): try update(id) { $0.filesAreWritten = true }
        case .succeeded(let id, let successor): try update(id) { $0.successor = successor }
        case .reheard(let utterance):
            guard utterances[utterance.conversation]?[utterance.sequence]?.recognition == nil else {
                throw conflict("utterance \(utterance.sequence) has been recognized")
            }
            try update(utterance.id) { $0.utterance = utterance }
        case .utterance(let utterance, let audio): try insert(utterance, audio: audio)
        case .attemptBegan(let attempt): try begin(attempt)
        case .attemptFailed(let id, _, _, _, let cost):
            try end(id)
            try addUnanswered(cost, to: id)
        case .attemptAnswered(let id, let key, let answer, _):
            answers[key] = answers[key] ?? answer
            try end(id)
        case .charged(let id, let charge): try add(charge, to: id)
        case .answered(let id, let key, let answer, let timing): try link(answer, key, timing, to: id)
        case .directed(let id, let direction): try update(id) { $0.heardDirection = direction }
        case .reopened(let id, let first): try reopen(id, from: first)
        case .corrected(let id, let correction): try update(id) { $0.correction = correction }
        case .flagged(let id, let flags, let refused): try flag(translationOf: id, flags, refused)
        case .doubted(let id, let flags): try update(id) { $0.recognitionFlags = flags }
        case .outcome(let id, let outcome): try update(id) { $0.outcome = outcome }
        case .summarized(let id, let key, let summary, let timing): try add(summary, key, timing, to: id)
        case .event(let event): try log(event)
        }
    }

    // MARK: Conversations and utterances

    private mutating func update(_ id: ConversationID, _ change: (inout Conversation) -> Void) throws {
        guard var conversation = conversations[id] else { throw conflict("no conversation \(id)") }
        change(&conversation)
        conversations[id] = conversation
    }

    private mutating func insert(_ utterance: Utterance, audio: BlobID?) throws {
        guard conversations[utterance.conversation] != nil, utterance.sequence >= 1 else {
            throw conflict("no conversation \(utterance.conversation)")
        }
        if let stored = utterances[utterance.conversation]?[utterance.sequence] {
            guard stored.utterance == utterance, stored.audio == audio else { throw conflict("another utterance") }
        } else {
            utterances[utterance.conversation, default: [:]][utterance.sequence] = UtteranceRecord(utterance: utterance)
            { $0.audio = audio }
        }
    }

    private mutating func reopen(_ id: UtteranceID, from first: Stage) throws {
        let stages = Stage.allCases.drop { $0 != first }
        for stage in stages {
            guard let key = links[id]?.removeValue(forKey: stage) else { continue }
            tried[id, default: []].insert(key)
        }
        try update(id) { record in
            if first == .recognition { (record.recognition, record.recognitionFlags) = (nil, []) }
            if first != .synthesis { record.translation = nil }
            (record.speech, record.correction, record.outcome) = (nil, nil, .pending)
            record.timings.removeAll { stages.contains($0.stage) }
        }
    }

    private mutating func update(_ id: UtteranceID, _ change: (inout UtteranceRecord) -> Void) throws {
        guard var record = utterances[id.conversation]?[id.sequence] else {
            throw conflict("no utterance \(id.sequence)")
        }
        change(&record)
        utterances[id.conversation]?[id.sequence] = record
    }

    // MARK: Answers

    private mutating func link(
        _ answer: StageAnswer, _ key: ContentKey, _ timing: StageTiming, to id: UtteranceID
    ) throws {
        let stored = answers[key] ?? answer
        answers[key] = stored
        links[id, default: [:]][answer.stage] = key
        if texts[id] == nil {
            lastText += 1
            texts[id] = lastText
        }
        try update(id) { record in
            switch stored {
            case .recognition(let recognition): record.recognition = recognition
            case .translation(let translation): record.translation = translation
            case .speech(let speech): record.speech = speech
            }
            let others = record.timings.filter { $0.stage != timing.stage } + [timing]
            record.timings = Stage.allCases.compactMap { stage in others.first { $0.stage == stage } }
        }
    }

    /// Equal translations are one answer, so the flags of one are those of all.
    private mutating func flag(
        translationOf id: UtteranceID, _ flags: [TranslationFlag], _ refused: [TranslationFlag]
    ) throws {
        guard let key = links[id]?[.translation], case .translation(var translation)? = answers[key] else {
            throw conflict("no translation of utterance \(id.sequence)")
        }
        translation.flags = flags
        translation.refused = refused
        answers[key] = .translation(translation)
        for (utterance, keys) in links where keys[.translation] == key {
            try update(utterance) { $0.translation = translation }
        }
    }

    private mutating func add(
        _ summary: Translation?, _ key: ContentKey, _ timing: StageTiming, to id: UtteranceID
    ) throws {
        var text: String?
        if let summary, case .translation(let stored) = answers[key] ?? .translation(summary) {
            answers[key] = .translation(stored)
            text = stored.text
        }
        let isFirst = utterances[id.conversation]?[id.sequence]?.summary == nil
        try update(id) { if isFirst { $0.summary = RollingSummary(text: text, timing: timing) } }
        if isFirst, summary != nil { summaries[id] = key }
    }

    // MARK: Attempts and charges

    private mutating func begin(_ attempt: Attempt) throws {
        guard attempts[attempt.id] == nil else { throw conflict("the attempt began before") }
        let (stage, number) = (attempt.id.stage, attempt.id.number)
        try update(attempt.id.utterance) { record in
            record.attempts[stage, default: 0] += 1
            record.lastAttempts[stage] = max(number, record.lastAttempts[stage] ?? 0)
        }
        attempts[attempt.id] = .some(attempt.mayCost)
        begun[attempt.id] = attempt
        try addUnanswered(attempt.mayCost, to: attempt.id)
        tried[attempt.id.utterance, default: []].insert(attempt.key)
    }

    private mutating func end(_ attempt: AttemptID) throws {
        guard case .some(.some(let cost)) = attempts[attempt] else { throw conflict("the attempt is not under way") }
        attempts[attempt] = .some(nil)
        try addUnanswered(Money(nanodollars: -cost.nanodollars), to: attempt)
    }

    private mutating func addUnanswered(_ cost: Money, to attempt: AttemptID) throws {
        possibleCosts[attempt, default: .zero] = possibleCosts[attempt, default: .zero] + cost
        try update(attempt.utterance) { record in
            let sum = (record.unansweredCosts[attempt.stage] ?? .zero) + cost
            record.unansweredCosts[attempt.stage] = sum == .zero ? nil : sum
        }
    }

    private mutating func add(_ charge: Charge, to id: UtteranceID) throws {
        guard conversations[id.conversation] != nil else { throw conflict("no conversation \(id.conversation)") }
        let others = charges[id, default: []]
        guard !others.contains(where: { $0.call == charge.call && $0.purpose == charge.purpose }) else {
            throw conflict("the call is paid for already")
        }
        func place(_ charge: Charge) -> (String, Int, Int, String) {
            (charge.call.stage.rawValue, charge.call.utterance.sequence, charge.call.number, charge.purpose.rawValue)
        }
        charges[id] = (others + [charge]).sorted { place($0) < place($1) }
    }

    /// A record with what its calls cost.
    func charged(_ record: UtteranceRecord) -> UtteranceRecord {
        var record = record
        record.charges = charges[record.utterance.id] ?? []
        return record
    }

    // MARK: Events

    private mutating func log(_ event: Event) throws {
        let id = event.conversation
        guard conversations[id] != nil else { throw conflict("no conversation \(id)") }
        let logged = events[id, default: []]
        let thisRun = logged.reversed().prefix { $0.name != "conversation.started" }
        let isKnown =
            switch event.body {
            case .conversationStarted, .utteranceReopened, .speakersCorrected: false
            case .conversationFinished: thisRun.contains { $0.name == event.name }
            case .utteranceFinished(let body) where !body.isFinal:
                thisRun.contains { $0.name == event.name && $0.utterance == event.utterance }
            default:
                // A failure is not the final outcome of an utterance.
                logged.reversed().prefix { $0.name != "utterance.reopened" || $0.utterance != event.utterance }.contains
                { $0.name == event.name && $0.utterance == event.utterance && !$0.isFailure }
            }
        if !isKnown { events[id] = logged + [event] }
    }

    // MARK: Removal

    mutating func delete(_ id: ConversationID) -> Bool {
        guard conversations.removeValue(forKey: id) != nil else { return false }
        let own = utterances.removeValue(forKey: id) ?? [:]
        events[id] = nil
        texts = texts.filter { $0.key.conversation != id }
        attempts = attempts.filter { $0.key.utterance.conversation != id }
        begun = begun.filter { $0.key.utterance.conversation != id }
        charges = charges.filter { $0.key.conversation != id }
        let linked =
            links.filter { $0.key.conversation == id }.values.flatMap(\.values)
            + summaries.filter { $0.key.conversation == id }.values
        let mine = tried.filter { $0.key.conversation == id }.values.reduce(into: Set(linked)) { $0.formUnion($1) }
        links = links.filter { $0.key.conversation != id }
        tried = tried.filter { $0.key.conversation != id }
        summaries = summaries.filter { $0.key.conversation != id }
        let used = Set(links.values.flatMap(\.values) + summaries.values)
        var orphans = Set(own.values.compactMap(\.audio))
        for key in mine.subtracting(used) {
            if case .speech(let speech) = answers.removeValue(forKey: key) { orphans.insert(speech.blob) }
        }
        remove(orphans)
        return true
    }

    /// Removes those of the blobs that nothing refers to.
    mutating func remove(_ orphans: Set<BlobID>) {
        let others = utterances.values.flatMap(\.values).compactMap(\.audio)
        let voices = answers.values.compactMap { answer -> BlobID? in
            guard case .speech(let speech) = answer else { return nil }
            return speech.blob
        }
        let spoken = phrases.values.compactMap(\.speech?.blob)
        for blob in orphans.subtracting(others).subtracting(voices).subtracting(spoken) { blobs[blob] = nil }
    }

    private func conflict(_ what: String) -> Problem { Problem(.store, "store.conflict", what) }
}

extension Event {
    fileprivate var isFailure: Bool {
        if case .utteranceFinished(let body) = body { !body.isFinal } else { false }
    }
}
