package import Conversations

/// The promises of every store, as checks that any test target can run:
///
///     @Test("keeps the promises of a store", arguments: StoreCompliance.Check.allCases)
///     func complies(_ check: StoreCompliance.Check) async throws {
///         try await StoreCompliance { try await MyStore.open() }.run(check)
///     }
///
/// A check makes its own store and throws ``Violation`` if a promise is broken.
package struct StoreCompliance: Sendable {
    /// One promise; the raw value states it.
    package enum Check: String, Sendable, CaseIterable, CustomStringConvertible {
        case keepsConversations = "a conversation comes back as it was stored"
        case keepsVarieties = "the varieties of languages come back, and plain languages stay plain"
        case updatesConversations = "storing a conversation again keeps its creation time only"
        case ordersConversations = "a conversation that is ordered is stored once, and changes nothing that is stored"
        case marksLostSpeech = "that speech is not stored is remembered until it is taken back"
        case remembersFiles = "which files are made of a conversation, and whether they are there, is remembered"
        case listsTheNewestFirst = "conversations are listed with their counts, the newest first"
        case listsInPages = "conversations come in pages, each behind the last of the one before"
        case findsTexts = "words are found in both languages, whatever their accents and case, the newest first"
        case findsWhatIsThere = "texts that were corrected, reopened, dropped or deleted are found as they are now"
        case sumsUsage = "what was used is summed by days and providers, without what was deleted"
        case keepsUtterances = "an utterance comes back as it was stored"
        case refusesAnotherUtterance = "another utterance in the place of one is refused, the same one is not"
        case hearsAnew = "an utterance is replaced by what is heard now until it is recognized, and keeps its attempts"
        case keepsSuccessors = "which conversation takes the place of another is remembered"
        case pagesUtterances = "utterances come in order and in pages"
        case keepsAnswers = "answers belong to the utterance and are found under their key"
        case keepsTheFirstAnswer = "finished work is not replaced"
        case keepsEveryOutcome = "every outcome comes back as it was stored"
        case keepsFlags = "what is found wrong with a translation comes back as it was stored"
        case keepsDoubts = "what is doubted of a recognition comes back as it was stored"
        case keepsCorrections = "what was put right in a text comes back as it was stored"
        case keepsSummaries =
            "what was said up to an utterance is summed up once and goes with the last who refers to it"
        case keepsCharges = "what calls cost comes back as it was stored, each once"
        case keepsDirections = "a direction that is found out comes back as it was stored"
        case reopens = "an utterance that is reopened is pending again, and its answers stay finished work"
        case countsAttempts = "attempts are counted once begun and end once"
        case tellsTheLastAttempt =
            "of attempts whose numbers have holes the highest number is told, and the next one can begin"
        case beginsOrReuses = "an attempt is begun unless finished work takes its place"
        case isAllOrNothing = "a transaction happens as a whole or not at all"
        case refusesWhatDoesNotExist = "changes to what is not there are refused"
        case logsEvents = "events come back in order with dense positions"
        case logsOnce = "what happened to an utterance is logged once"
        case logsEveryRun = "each run is started and finished in the log"
        case logsEveryFailure = "an utterance's failures are logged once a run, its end once"
        case logsCorrectedSpeakers = "each correction of speakers is logged"
        case logsReopened = "what happens to an utterance that is reopened is logged once more"
        case hasOneOwner = "a conversation has one owner at a time, and cannot be deleted beside it"
        case deletes = "deleting removes a conversation and what only it refers to"
        case deletesOnlyItsOwn = "deleting keeps what another conversation refers to"
        case keepsBlobs = "blobs come back under the hash of their bytes"
        case refusesMalformedBlobs = "what is no blob's name is refused"
        case synchronizes = "synchronizing succeeds, many times at once as well"
        case takesCommitsAtOnce = "commits at the same time are each atomic and lose nothing"
        case isolatesConflicts = "a refused commit does not harm others at the same time"

        package var description: String { rawValue }
    }

    /// A promise that was broken.
    package struct Violation: Error, CustomStringConvertible {
        package var description: String
    }

    let makeStore: @Sendable () async throws -> any ContentStore

    /// - Parameter makeStore: gives an empty store, another one each time.
    package init(makeStore: @escaping @Sendable () async throws -> any ContentStore) {
        self.makeStore = makeStore
    }

    /// Runs one check.
    ///
    /// - Throws: ``Violation``, or an error of the store if it fails when it should not.
    package func run(_ check: Check) async throws {
        let store = try await makeStore()
        switch check {
        case .keepsConversations: try await RecordChecks().keepsConversations(store)
        case .keepsVarieties: try await RecordChecks().keepsVarieties(store)
        case .updatesConversations: try await RecordChecks().updatesConversations(store)
        case .ordersConversations: try await RecordChecks().ordersConversations(store)
        case .marksLostSpeech: try await RecordChecks().marksLostSpeech(store)
        case .remembersFiles: try await RecordChecks().remembersFiles(store)
        case .listsTheNewestFirst: try await RecordChecks().listsTheNewestFirst(store)
        case .listsInPages: try await SearchChecks().listsInPages(store)
        case .findsTexts: try await SearchChecks().findsTexts(store)
        case .findsWhatIsThere: try await SearchChecks().findsWhatIsThere(store)
        case .sumsUsage: try await UsageChecks().sumsUsage(store)
        case .keepsUtterances: try await RecordChecks().keepsUtterances(store)
        case .refusesAnotherUtterance: try await RecordChecks().refusesAnotherUtterance(store)
        case .hearsAnew: try await RecordChecks().hearsAnew(store)
        case .keepsSuccessors: try await RecordChecks().keepsSuccessors(store)
        case .pagesUtterances: try await RecordChecks().pagesUtterances(store)
        case .keepsAnswers: try await RecordChecks().keepsAnswers(store)
        case .keepsTheFirstAnswer: try await RecordChecks().keepsTheFirstAnswer(store)
        case .keepsEveryOutcome: try await RecordChecks().keepsEveryOutcome(store)
        case .keepsFlags: try await RecordChecks().keepsFlags(store)
        case .keepsDoubts: try await RecordChecks().keepsDoubts(store)
        case .keepsCorrections: try await RecordChecks().keepsCorrections(store)
        case .keepsSummaries: try await RecordChecks().keepsSummaries(store)
        case .keepsCharges: try await TransactionChecks().keepsCharges(store)
        case .keepsDirections: try await RecordChecks().keepsDirections(store)
        case .reopens: try await RecordChecks().reopens(store)
        case .logsCorrectedSpeakers: try await EventChecks().logsCorrectedSpeakers(store)
        case .logsReopened: try await EventChecks().logsReopened(store)
        case .countsAttempts: try await TransactionChecks().countsAttempts(store)
        case .tellsTheLastAttempt: try await TransactionChecks().tellsTheLastAttempt(store)
        case .beginsOrReuses: try await TransactionChecks().beginsOrReuses(store)
        case .isAllOrNothing: try await TransactionChecks().isAllOrNothing(store)
        case .refusesWhatDoesNotExist: try await TransactionChecks().refusesWhatDoesNotExist(store)
        case .logsEvents: try await EventChecks().logsEvents(store)
        case .logsOnce: try await EventChecks().logsOnce(store)
        case .logsEveryRun: try await EventChecks().logsEveryRun(store)
        case .logsEveryFailure: try await EventChecks().logsEveryFailure(store)
        case .hasOneOwner: try await TransactionChecks().hasOneOwner(store)
        case .deletes: try await BlobChecks().deletes(store)
        case .deletesOnlyItsOwn: try await BlobChecks().deletesOnlyItsOwn(store)
        case .keepsBlobs: try await BlobChecks().keepsBlobs(store)
        case .refusesMalformedBlobs: try await BlobChecks().refusesMalformedBlobs(store)
        case .synchronizes: try await BlobChecks().synchronizes(store)
        case .takesCommitsAtOnce: try await TransactionChecks().takesCommitsAtOnce(store)
        case .isolatesConflicts: try await TransactionChecks().isolatesConflicts(store)
        }
    }
}
