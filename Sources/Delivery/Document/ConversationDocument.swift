internal import Audio
internal import Conversations
internal import Language
internal import Plumbing
internal import Providers

/// The bilingual document of a conversation, `verbio.conversation/1`, in pieces: the part before the utterances, each
/// utterance, and the part after them. `config/conversation.schema.json` describes it.
///
/// All values that depend on the clock, or on how often and how fast providers were called, are under keys named
/// `timings` only. Without those, equal recordings with equal settings and answers give the same bytes.
struct ConversationDocument {
    static let schema = "verbio.conversation/1"

    let conversation: Conversation
    let finished: Event.ConversationFinished
    /// Sums over the utterances so far.
    private(set) var usage: [Stage: StageUsage] = [:]
    /// The cost of all answered calls of all runs, as far as it is known. It includes summaries, and answers that other answers
    /// replaced.
    private var cost = Money.zero
    private var hasUnknownCost = false
    /// The maximum that calls without an answer may have cost in addition.
    private var unansweredCost = Money.zero
    /// The numbers of announced utterances that are not written yet, in order.
    private var expected: [Int] = []
    /// Utterances that wait for those before them.
    private var waiting: [Int: PlacedUtterance] = [:]
    private var isFirst = true

    init(_ conversation: Conversation, finished: Event.ConversationFinished) {
        self.conversation = conversation
        self.finished = finished
    }

    struct StageUsage {
        var answers = 0
        var audioMilliseconds = 0
        var characters = 0
        var inputTokens = 0
        var cachedInputTokens = 0
        var outputTokens = 0
    }

    /// Everything up to the bracket that opens the list of utterances.
    func head() -> [UInt8] {
        var head = JSONText()
        head.object { json in
            json.member("schema", Self.schema)
            json.member("conversation", describeConversation)
            json.member("source", describeSource)
        }
        return head.bytes.dropLast() + Array(",\n\"utterances\":[".utf8)
    }

    /// Announces an utterance, in the order of sequence numbers.
    mutating func expect(_ sequence: Int) { expected.append(sequence) }

    /// Takes an announced utterance, and returns the bytes of all utterances that can be written now.
    ///
    /// Utterances come in the order in which their voices begin, and are written in the order of sequence numbers.
    mutating func add(_ placed: PlacedUtterance) -> [UInt8] {
        waiting[placed.record.utterance.sequence] = placed
        var bytes: [UInt8] = []
        var written = 0
        while written < expected.count, let next = waiting.removeValue(forKey: expected[written]) {
            bytes += (isFirst ? "\n" : ",\n").utf8
            bytes += utterance(next)
            isFirst = false
            written += 1
        }
        expected.removeFirst(written)
        return bytes
    }

    private mutating func utterance(_ placed: PlacedUtterance) -> [UInt8] {
        count(placed.record)
        var text = JSONText()
        text.object { json in
            UtteranceDescription(placed: placed, conversation: conversation).write(to: &json)
        }
        return text.bytes
    }

    /// Everything from the bracket that closes the list of utterances.
    func tail() -> [UInt8] {
        var tail = JSONText()
        tail.object { json in
            json.member("coverage", describeCoverage)
            json.member("usage", describeUsage)
            json.member("timings") { json in
                json.member("createdAt", Timestamp.text(conversation.createdAt))
                json.member("costNanodollars", Int(clamping: cost.nanodollars))
                json.member("hasUnknownCost", hasUnknownCost)
                json.member("unansweredCostNanodollars", Int(clamping: unansweredCost.nanodollars))
            }
        }
        return Array("\n],\n".utf8) + tail.bytes.dropFirst() + Array("\n".utf8)
    }

    private func describeConversation(_ json: inout JSONText) {
        let settings = conversation.settings
        json.member("id", conversation.id.rawValue)
        json.member("title", conversation.title)
        json.member("state", finished.state.rawValue)
        if let notice = conversation.silenceNotice(finished) { json.member("notice", notice) }
        json.member("pair") { $0.write(settings.pair) }
        json.member("speaker", settings.sides.speaker.rawValue)
        json.member("channels", settings.listening.channels)
        json.member("providers") { json in
            for stage in Stage.allCases {
                guard let provider = settings.providers[stage] else { continue }
                json.member(stage.rawValue) { json in
                    json.member("name", provider.name)
                    json.member("model", provider.shownModel)
                    json.member("parameters") { json in
                        for (key, value) in provider.parameters.sorted(by: { $0.key < $1.key }) {
                            json.member(key, value)
                        }
                    }
                }
            }
        }
        json.member("voice", settings.speech.voice)
        json.member("formality", settings.wording.formality?.rawValue)
        json.member("glossaryTerms", settings.wording.glossary?.terms.count ?? 0)
        json.member("contextPairs", settings.context.pairs)
        json.member("contextTokens", settings.context.tokens)
        json.member("contextLag", settings.context.lag)
        json.member("contextLookAhead", settings.context.lookAhead ?? 0)
        if let lines = settings.context.batchLines { json.member("batchLines", lines) }
        if let block = settings.context.summaryBlock { json.member("summaryBlock", block) }
        if let persons = conversation.persons, persons.turns != nil { describe(persons, to: &json) }
        json.member("settings", encoded: settings.withoutProvidersAndTerms)
    }

    private func describe(_ persons: Persons, to json: inout JSONText) {
        json.list("persons") { json in
            for person in persons.numbers {
                json.element { json in
                    json.member("person", person)
                    json.member("name", persons.names[person])
                    json.member("seconds", rounded: persons.seconds(of: person))
                    if let voices = persons.voices?[person] { json.member("voices", encoded: voices) }
                }
            }
        }
        json.list("turns") { json in
            for turn in persons.turns ?? [] {
                json.element { json in
                    json.member("person", turn.person)
                    json.member("start", thousandths: Milliseconds.of(samples: turn.range.start))
                    json.member("end", thousandths: Milliseconds.of(samples: turn.range.end))
                }
            }
        }
    }

    private func describeSource(_ json: inout JSONText) {
        let source = conversation.source
        json.member("name", source.name)
        json.member("container", source.container)
        json.member("codec", source.codec)
        json.member("sampleRate", source.sampleRate)
        json.member("channels", source.channels)
        json.member("seconds", rounded: finished.seconds)
        switch conversation.origin {
        case .file(_, let sha256): json.member("sha256", sha256)
        case .upload, .stream: json.null("sha256")
        }
        json.list("damage") { json in
            for damage in finished.damage {
                json.element { json in
                    json.member("at", rounded: damage.atSeconds)
                    json.member("what", damage.what)
                }
            }
        }
    }

    private func describeCoverage(_ json: inout JSONText) {
        let coverage = finished.coverage
        json.member("voicedMilliseconds", coverage.voicedMilliseconds)
        json.member("spokenMilliseconds", coverage.spokenMilliseconds)
        json.member("textOnlyMilliseconds", coverage.textOnlyMilliseconds)
        json.member("droppedMilliseconds") { $0.write(coverage.droppedMilliseconds) }
        json.member("failedMilliseconds") { $0.write(coverage.failedMilliseconds) }
        json.member("pendingMilliseconds", coverage.pendingMilliseconds)
        json.member("doubtfulUtterances", coverage.doubtfulUtterances)
    }

    private func describeUsage(_ json: inout JSONText) {
        for stage in Stage.allCases {
            guard let usage = usage[stage] else { continue }
            json.member(stage.rawValue) { json in
                json.member("answers", usage.answers)
                json.member("audioSeconds", thousandths: usage.audioMilliseconds)
                json.member("characters", usage.characters)
                json.member("inputTokens", usage.inputTokens)
                json.member("cachedInputTokens", usage.cachedInputTokens)
                json.member("outputTokens", usage.outputTokens)
            }
        }
    }

    private mutating func count(_ record: UtteranceRecord) {
        unansweredCost = record.unansweredCosts.values.reduce(unansweredCost, +)
        for charge in record.charges {
            if let known = charge.cost { cost = cost + known } else { hasUnknownCost = true }
        }
        let answers: [(Stage, Usage?)] = [
            (.recognition, record.recognition?.usage), (.translation, record.translation?.usage),
            (.synthesis, record.speech?.consumed),
        ]
        for case (let stage, let used?) in answers {
            var sum = usage[stage] ?? StageUsage()
            sum.answers += 1
            sum.audioMilliseconds += used.audioSeconds.map { Milliseconds.of(seconds: $0) } ?? 0
            sum.characters = sum.characters.addingUpToLimit(used.characters)
            sum.inputTokens = sum.inputTokens.addingUpToLimit(used.inputTokens)
            sum.cachedInputTokens = sum.cachedInputTokens.addingUpToLimit(used.cachedInputTokens)
            sum.outputTokens = sum.outputTokens.addingUpToLimit(used.outputTokens)
            usage[stage] = sum
        }
    }
}

extension JSONText {
    mutating func write(_ pair: LanguagePair) {
        member("from", pair.source.rawValue)
        member("to", pair.target.rawValue)
    }

    /// Counts by name, in the order of the names.
    mutating func write(_ counts: [String: Int]) {
        for (name, count) in counts.sorted(by: { $0.key < $1.key }) { member(name, count) }
    }
}

extension Int {
    /// A sum that stops at the largest number instead of trapping: the summands come from providers.
    fileprivate func addingUpToLimit(_ other: Int?) -> Int {
        let (sum, overflow) = addingReportingOverflow(other ?? 0)
        return overflow ? .max : sum
    }
}
