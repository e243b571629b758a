internal import Accounts
internal import Audio
internal import Conversations
internal import Delivery
internal import FoundationEssentials
internal import Interpreting
internal import Jobs
internal import Language
internal import Plumbing
internal import VerbioService

/// All that is stored of an account, as one archive for its owner (GDPR, articles 15 and 20).
///
/// Everything is read in pages and goes straight into the archive, so memory does not grow with what an account has.
struct AccountExport: Sendable {
    /// How many rows are read together.
    private static let pageSize = 100

    let account: AccountID
    let accounts: AccountServices
    /// The store of the account's scope.
    let store: any ScopeStore
    /// Nil if there is no place for jobs.
    let jobs: JobCoordinator?
    let time: TimeSource

    /// - Throws: ``Refusal`` if the account is closed; ``Problem`` of the stores and of the archive.
    func write(to path: String) async throws {
        guard let owner = try await accounts.directory.account(account), owner.state == .active else {
            throw Refusal.token(.ended)
        }
        let now = time.wallClockMilliseconds()
        let archive = try await GrowingArchive(at: path, time: now)
        try await archive.add(Array(Self.readme.utf8), named: "README.txt")
        try await archive.add(
            try Self.json(
                Profile(
                    exportedAt: AccountDocument.time(now), account: AccountDocument(owner, for: .owner),
                    identities: try await accounts.directory.identities(of: account).map(Identity.init))),
            named: "profile.json")
        try await archive.add(try Self.json(try await sessions()), named: "sessions.json")
        try await archive.add(try Self.json(try await usage(owner, at: now)), named: "usage.json")
        try await archive.add(try Self.json(try await subscriptions()), named: "subscriptions.json")
        try await addHistory(to: archive)
        try await addJobs(to: archive)
        try await addPhrases(to: archive)
        try await addConversations(to: archive)
        try await archive.finish()
    }

    static let readme = """
        All that this server has stored of your account.

        profile.json        what you said of yourself, how you sign in, and your plan
        sessions.json       the devices on which you are signed in
        usage.json          what was used, by day and provider
        subscriptions.json  what was paid for
        history.json        sign-ins, and changes of the account
        jobs.json           work that was done without waiting, with the addresses of its films
        phrases.json        saved phrases; phrases/ has their sound
        conversations/      one folder each: the document, the transcript, captions, the spoken translation, and in audio/
                            what was said, one file for each utterance

        Times are in UTC. The JSON files are described by /openapi.yaml of the server.

        """

    // MARK: The account

    private struct Profile: Encodable {
        var exportedAt: String
        var account: AccountDocument
        var identities: [Identity]
    }

    /// How the issuer knows the person.
    private struct Identity: Encodable {
        var issuer: String
        var subject: String
    }

    private struct Subscription: Encodable {
        var tier: String?
        var until: String?
        var changedAt: String
    }

    private struct HistoryEntry: Encodable {
        var entry: Int64
        var at: String
        var event: String
        var detail: String?

        init(_ entry: AccountRecords.Entry) {
            self.entry = entry.number
            at = AccountDocument.time(entry.time)
            event = entry.event
            detail = entry.detail.isEmpty ? nil : entry.detail
        }
    }

    private func sessions() async throws -> [SessionDocument] {
        try await accounts.sessions.list(account).map { SessionDocument($0) }
    }

    private func usage(_ owner: Account, at now: Int64) async throws -> UsageRoute.Report {
        let first = CalendarDay(at: min(owner.created, now))
        return UsageRoute.Report(
            from: first, to: CalendarDay(at: now), days: try await store.usage(since: CalendarDay(at: 0)))
    }

    private func subscriptions() async throws -> [Subscription] {
        try await accounts.records.subscriptions(of: account).map { row in
            Subscription(
                tier: row.tier, until: row.until.map(AccountDocument.time), changedAt: AccountDocument.time(row.changed)
            )
        }
    }

    private func addHistory(to archive: GrowingArchive) async throws {
        try await Self.list("history.json", in: archive, after: Int64(0)) { number in
            let page = try await accounts.records.entries(of: account, after: number, limit: Self.pageSize)
            return (page.map(HistoryEntry.init), page.last?.number)
        }
    }

    // MARK: Its scope

    private func addJobs(to archive: GrowingArchive) async throws {
        guard let jobs else { return }
        try await Self.list("jobs.json", in: archive, after: JobPlace?.none) { place in
            let page = try await jobs.store.jobs(in: store.scope, after: place, limit: Self.pageSize)
            return (
                page.map { JobDocument(jobs.withProgress($0)) },
                page.last.map { JobPlace(createdAt: $0.createdAt, id: $0.id) }
            )
        }
    }

    private func addPhrases(to archive: GrowingArchive) async throws {
        try await Self.list("phrases.json", in: archive, after: PhraseFilter()) { filter in
            let page = try await store.phrases(filter, limit: Self.pageSize)
            var next = filter
            next.place = page.last.map { PhrasePlace($0) }
            return (page.map(PhraseEntry.init), page.isEmpty ? nil : next)
        }
        var filter = PhraseFilter()
        while true {
            let page = try await store.phrases(filter, limit: Self.pageSize)
            for phrase in page {
                guard let speech = phrase.speech, let voice = try await store.voice(of: speech) else { continue }
                try await archive.add(
                    try SpeechEncoding.wav.encode(voice.samples, sampleRate: voice.sampleRate),
                    named: "phrases/\(phrase.id).\(phrase.pair.target).wav")
            }
            guard let last = page.last else { return }
            filter.place = PhrasePlace(last)
        }
    }

    private func addConversations(to archive: GrowingArchive) async throws {
        var place: ConversationPlace?
        while true {
            let page = try await store.conversations(after: place, limit: Self.pageSize)
            for conversation in page.map(\.conversation) {
                do {
                    try await add(conversation, to: archive)
                } catch let problem as Problem where problem.kind != .internal {
                    // It may have been deleted in the meantime; then it does not belong to the export.
                    if try await store.conversation(conversation.id) != nil { throw problem }
                }
            }
            guard let last = page.last else { return }
            place = ConversationPlace(last.conversation)
        }
    }

    private func add(_ conversation: Conversation, to archive: GrowingArchive) async throws {
        let folder = "conversations/\(conversation.id)"
        try await archive.add(
            conversation, in: folder, finished: try await store.ending(of: conversation), store: store)
        for try await page in store.pages(of: conversation.id) {
            for record in page {
                guard let audio = record.audio, let bytes = try await store.blob(audio) else { continue }
                try await archive.add(
                    try SpeechEncoding.wav.encode(
                        PCM16.samples(fromLittleEndian: bytes), sampleRate: speechSampleRate),
                    named: "\(folder)/audio/\(record.utterance.sequence).\(record.pair.source).wav")
            }
        }
    }

    // MARK: JSON

    /// Adds a list whose elements are read in pages.
    ///
    /// - Parameter page: gives the elements behind a place, and the place of the last one; nil if there are none.
    private static func list<Element: Encodable, Place>(
        _ name: String, in archive: GrowingArchive, after first: Place,
        page: (Place) async throws -> ([Element], Place?)
    ) async throws {
        try await archive.begin(name)
        var (place, mark) = (first, "[\n")
        while true {
            let (elements, last) = try await page(place)
            for element in elements {
                try await archive.append(Array(mark.utf8) + (try line(element)))
                mark = ",\n"
            }
            guard let last, !elements.isEmpty else { break }
            place = last
        }
        try await archive.append(Array((mark == ",\n" ? "\n]\n" : "[]\n").utf8))
        try await archive.end()
    }

    private static func line(_ value: some Encodable) throws -> [UInt8] { Array(try JSONEncoder.sorted.encode(value)) }

    private static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder.sorted
        encoder.outputFormatting.insert(.prettyPrinted)
        return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
    }
}
