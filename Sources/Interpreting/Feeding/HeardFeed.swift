internal import Audio
internal import Conversations
internal import Hearing
internal import Plumbing

/// Utterances cut from audio as it is read.
///
/// The lanes of a recording advance together, frame by frame on the audio clock. Utterances are numbered in the order in which
/// they ended, so numbers do not depend on how the audio was chunked.
final class HeardFeed: UtteranceFeed {
    /// How many samples the speaker turns are kept for: more than any utterance has.
    private static let memory = 3_600 * speechSampleRate

    /// 10 ms: the step in which lanes take turns. Any divisor of the segmenter's frame gives the same order.
    private static let turn = speechSampleRate / 100

    private struct State {
        var segmenters: [UtteranceSegmenter]
        /// For each lane.
        var preparations: [UtterancePreparation]
        /// The speaker turns, if they are given.
        var turns = SpeakerTurns()
        /// Utterances that have ended and have no number yet, with their lanes.
        var ended: [(heard: HeardUtterance, lane: Int)] = []
        var ready: [UtteranceInput] = []
        var sequence = 0
        var position = 0
        var isOver = false
        var reachedEnd = false
        /// Whether a lane was in speech at the end of the last block.
        var isSpeaking = false
        var soft = SoftSpeech()
        /// The first sample of the utterance that was returned last, until it is stored.
        var handedOut: Int?
        /// The utterance that is recognized early, and the milliseconds of silence after it.
        var guessed: (utterance: SampleRange, silence: Int)?
        /// Speaker events that are not in the spool yet.
        var newEvents: [SpeakerEvent] = []

        /// The sample before which no audio is needed any more.
        var settled: Int {
            let open = segmenters.map { $0.open?.start ?? .max }.min() ?? .max
            let waiting =
                ready.map(\.utterance.range.start) + ended.map(\.heard.range.start)
                + [handedOut, open].compactMap(\.self)
            return min(position - HeardFeed.lookBack, waiting.min() ?? .max)
        }
    }

    /// Samples in which a segmenter may still find the beginning of an utterance: three seconds.
    private static let lookBack = 3 * speechSampleRate

    private let conversation: Conversation
    private let source: any SpeechSource
    private let policy: DirectionPolicy
    private let control: RunControl
    private let live: LiveParts
    private let state: Locked<State>

    /// Milliseconds of silence after which an utterance is recognized although it may continue.
    ///
    /// At the first, just after the tail, the end is final in nine of ten pauses. At the second it is certain.
    private let pauses: [Int]

    /// The beginning of a feed that continues a conversation.
    struct Beginning {
        /// The number of the last utterance before.
        var sequence = 0
        /// The speaker events before.
        var events: [SpeakerEvent] = []
        /// The sample after the last utterance before, by lane.
        var heardTo: [Int: Int] = [:]
    }

    /// The parts of a live conversation that the feed notifies or reads.
    struct LiveParts {
        /// The source of speaker events that come while audio is heard.
        var speakers: SpeakerEventQueue?
        /// Is notified when speech begins.
        var warmer: ConnectionWarmer?
        /// Hears the utterance that is being said; nil if nothing is shown of it.
        var partials: PartialRecognition?
        /// Recognizes the utterance that may end; nil if recognition waits until it has ended.
        var speculation: SpeculativeRecognition?
        var clock: LiveClock?
        /// Finds out which person says an utterance.
        var persons: LivePersons?
        /// The feed's source if its sound is written to a spool. It learns which part of the sound is not needed any more.
        var spooled: SpooledSource?
    }

    init(
        conversation: Conversation, source: any SpeechSource, hearing: InterpreterHearing,
        from beginning: Beginning = Beginning(), control: RunControl, with live: LiveParts = LiveParts()
    ) {
        let (segmentation, model) = (hearing.segmentation.forLanes(source.laneCount), hearing.model)
        // The utterances of several lanes are numbered only when they end.
        var live = live
        if source.laneCount != 1 { (live.partials, live.speculation) = (nil, nil) }
        self.live = live
        self.conversation = conversation
        self.source = source
        self.control = control
        policy = DirectionPolicy(settings: conversation.settings)
        pauses = [segmentation.tail + 40, 500]
        let lanes = 0..<source.laneCount
        state = Locked(
            State(
                segmenters: lanes.map { _ in UtteranceSegmenter(configuration: segmentation, model: model) },
                preparations: lanes.map { _ in UtterancePreparation() }))
        state.withLock { state in
            state.position = source.firstSample
            state.sequence = beginning.sequence
            for (lane, end) in beginning.heardTo where state.segmenters.indices.contains(lane) {
                state.segmenters[lane].begin(after: end - source.firstSample)
            }
            var changes = live.persons == nil ? conversation.persons?.changes ?? [] : []
            for event in (conversation.settings.sides.events ?? []) + beginning.events
            where state.turns.append(event) { changes.append(event.at) }
            for change in changes.sorted() { Self.endUtterances(at: change - source.firstSample, &state) }
        }
    }

    var heardSeconds: Double { Double(state.withLock { $0.position }) / Double(speechSampleRate) }
    var damage: [AudioDamage] {
        (source.damage + [state.withLock { $0.soft.remark }].compactMap(\.self)).inOrder
    }
    var reachedEnd: Bool { state.withLock { $0.reachedEnd } }

    func next() async throws -> UtteranceInput? {
        // The utterance before this one is stored now.
        state.withLock { $0.handedOut = nil }
        while true {
            let waiting: UtteranceInput?? = state.withLock { state in
                if !state.ready.isEmpty {
                    let input = state.ready.removeFirst()
                    state.handedOut = input.utterance.range.start
                    return .some(input)
                }
                return state.isOver ? .some(nil) : nil
            }
            if let waiting { return waiting }
            let block = try await withTaskCancellationHandler {
                // Another server hears what has arrived and was not heard here.
                control.isHandedOver ? nil : try await source.next()
            } onCancel: {
                source.stop()
            }
            // A cancelled run has not reached the end of its audio.
            try Task.checkCancellation()
            if let block {
                let isRefused = state.withLock { state in
                    defer { take(block, &state) }
                    return !takeEvents(&state)
                }
                if isRefused { control.cutShort() }
                try await number()
                state.withLock { follow(block, &$0) }
                if let spooled = live.spooled { await report(to: spooled) }
            } else {
                state.withLock { finish(&$0) }
                try await number()
            }
        }
    }

    /// Gives the utterances that have ended their numbers. If several people speak in one, it becomes several.
    private func number() async throws {
        while let (heard, lane) = state.withLock({ $0.ended.first }) {
            let parts = try await live.persons?.divide(heard, from: source.firstSample) ?? [heard]
            state.withLock { state in
                state.ended.removeFirst()
                if parts.count > 1 { live.speculation?.discard(state.sequence + 1) }
                for part in parts { append(part, lane: lane, &state) }
            }
        }
    }

    private func report(to spooled: SpooledSource) async {
        let (events, settled) = state.withLock { state in
            defer { state.newEvents = [] }
            return (state.newEvents, state.settled)
        }
        for event in events { await spooled.spool(event) }
        spooled.settled(before: settled)
    }

    /// Takes in the speaker events that have come since the last block.
    ///
    /// - Returns: whether all of them could be read.
    private func takeEvents(_ state: inout State) -> Bool {
        guard let speakers = live.speakers else { return true }
        state.turns.forget(before: state.position - Self.memory)
        do throws(Problem) {
            for line in speakers.taken() {
                let change = try state.turns.append(
                    line.line, number: line.number, from: speakers.name, now: state.position)
                if let event = state.turns.events.last { state.newEvents.append(event) }
                if let change { Self.endUtterances(at: change - source.firstSample, &state) }
            }
        } catch {
            speakers.fail(error)
        }
        return speakers.problem == nil
    }

    /// - Parameter sample: counted from the first sample that is heard.
    private static func endUtterances(at sample: Int, _ state: inout State) {
        guard sample > 0 else { return }
        for lane in state.segmenters.indices { state.segmenters[lane].expectChange(at: sample) }
    }

    private func take(_ block: SpeechBlock, _ state: inout State) {
        let count = block.lanes.first?.count ?? 0
        for (lane, frames) in (block.clipping ?? []).enumerated() { state.segmenters[lane].expectClipping(frames) }
        if block.lanes.count == 1 {
            state.ended += state.segmenters[0].push(block.lanes[0]).map { ($0, 0) }
        } else {
            var from = 0
            while from < count {
                // Turns are counted on the clock, not from the start of the block.
                let to = min(count, from + Self.turn - (block.start - source.firstSample + from) % Self.turn)
                for lane in block.lanes.indices {
                    state.ended += state.segmenters[lane].push(Array(block.lanes[lane][from..<to])).map { ($0, lane) }
                }
                from = to
            }
        }
        state.position = block.start + count
    }

    /// Follows the speech that has not ended.
    private func follow(_ block: SpeechBlock, _ state: inout State) {
        let isSpeaking = state.segmenters.contains(where: \.isSpeaking)
        if isSpeaking, !state.isSpeaking { live.warmer?.speechBegan() }
        if isSpeaking != state.isSpeaking { live.clock?.speaking(isSpeaking) }
        state.isSpeaking = isSpeaking
        for lane in block.lanes.indices { state.preparations[lane].follow(state.segmenters[lane]) }
        guard let open = state.segmenters[0].open else { return }
        live.partials?.follow(open, sequence: state.sequence + 1) {
            snapshot(of: open, state.preparations[0].samples, state)
        }
        if let speculation = live.speculation { speculate(with: speculation, &state) }
    }

    private func snapshot(
        of open: SampleRange, _ samples: [Int16], _ state: State
    ) -> PartialRecognition.Snapshot {
        let range = open.later(by: source.firstSample)
        let given = state.turns.holder(of: range)
        let speaker = given ?? policy.speaker(onLane: 0)
        return PartialRecognition.Snapshot(
            sequence: state.sequence + 1, speaker: speaker,
            direction: policy.direction(of: speaker, given: given.map { _ in Direction.pushToTalk }), range: range,
            samples: samples)
    }

    /// Recognizes the current utterance during the silence that may end it.
    private func speculate(with speculation: SpeculativeRecognition, _ state: inout State) {
        let segmenter = state.segmenters[0]
        if segmenter.isInSound, state.guessed != nil {
            speculation.discard(state.sequence + 1)
            state.guessed = nil
        }
        let before = state.guessed?.silence ?? 0
        guard let silence = segmenter.silence, pauses.contains(where: { before < $0 && $0 <= silence }),
            let utterance = segmenter.endedBySilence()
        else { return }
        let isKnown = state.guessed?.utterance == utterance
        state.guessed = (utterance, silence)
        guard !isKnown else { return }
        let samples = segmenter.withOpenSamples(in: utterance) { PCM16.quantized($0) }
        speculation.begin(snapshot(of: utterance, samples, state))
    }

    private func finish(_ state: inout State) {
        state.isOver = true
        // A recording that is stopped before its end leaves its open utterance to the next run, which hears it whole. A stream
        // cannot be heard again, so its open utterance ends here, unless its spool goes to another server.
        let isLast = !control.isDraining || conversation.origin == .stream && !control.isHandedOver
        state.reachedEnd = isLast && !control.isCutShort
        guard isLast else { return }
        for lane in state.segmenters.indices {
            state.ended += state.segmenters[lane].finish().map { ($0, lane) }
        }
    }

    /// The person that says what is heard; nil if that is not known, or if the languages of people are not.
    private func person(in speech: SampleRange) -> Int? {
        guard !policy.personLanguages.isEmpty else { return nil }
        return (live.persons?.persons ?? conversation.persons)?.holder(of: speech)
    }

    private func append(_ heard: HeardUtterance, lane: Int, _ state: inout State) {
        state.sequence += 1
        // The stored samples and the sent samples are the same, so a resumed run asks for exactly what the first one did.
        let (samples, audioHash) = state.preparations[lane].complete(heard)
        // Segmenters count from the first sample they hear.
        let (range, speech) = (heard.range.later(by: source.firstSample), heard.speech.later(by: source.firstSample))
        let given = state.turns.holder(of: speech)
        let spoken = given == nil ? policy.side(of: person(in: speech)) : nil
        let speaker = given ?? spoken ?? policy.speaker(onLane: lane)
        let reason = given.map { _ in Direction.pushToTalk } ?? spoken.map { _ in Direction.person }
        var evidence = heard.evidence
        state.soft.hear(evidence, at: speech.start)
        evidence.rmsDBFS = rounded(evidence.rmsDBFS)
        evidence.peakDBFS = rounded(evidence.peakDBFS)
        evidence.snrDB = rounded(evidence.snrDB)
        evidence.speechProbability = evidence.speechProbability.map { ($0 * 100).rounded() / 100 }
        var utterance = Utterance(
            UtteranceID(conversation: conversation.id, sequence: state.sequence), speaker: speaker, range: range,
            speech: speech, direction: policy.direction(of: speaker, given: reason),
            evidence: evidence, audioHash: audioHash)
        utterance.endedBy = heard.end.storedName
        utterance.lane = lane
        state.guessed = nil
        if heard.gate.dropReason != nil { live.speculation?.discard(state.sequence) }
        live.partials?.ended(state.sequence)
        live.clock?.ended(state.sequence, speech)
        state.ready.append(
            UtteranceInput(utterance: utterance, samples: samples, dropReason: heard.gate.dropReason, record: nil))
    }
}

/// Decibels as they are stored and shown: two decimals, always a finite number.
private func rounded(_ decibels: Double) -> Double {
    guard decibels.isFinite else { return -120 }
    return (decibels * 100).rounded() / 100
}

extension HeardUtterance.EndReason {
    /// The name as it is stored and shown.
    fileprivate var storedName: String {
        switch self {
        case .silence: "silence"
        case .maximumLength: "maximum-length"
        case .speakerChange: "speaker-change"
        case .endOfAudio: "end-of-audio"
        }
    }
}
