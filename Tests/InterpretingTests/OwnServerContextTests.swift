import ConversationTesting
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

/// A language model on a server of the user's, which records its requests.
private final class OwnModel: Translator {
    let descriptor = ProviderDescriptor(name: "own", model: "1")
    let capabilities: TranslatorCapabilities
    private let requests = Locked<[TranslationRequest]>([])

    init(isOwn: Bool) throws {
        capabilities = TranslatorCapabilities(pairs: [try LanguagePair(from: .en, to: .es)]) {
            $0.contextPairs = 40
            $0.isOwnServer = isOwn
        }
    }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        requests.withLock { $0.append(request) }
        for _ in 0..<(request.context.utterance * 7 % 11) { await Task.yield() }
        return Translation(text: "«\(request.text)»", language: .es)
    }

    /// The sources of the earlier pairs of each request, in the order of the utterances.
    var shown: [[String]] {
        requests.withLock { $0 }.sorted { $0.context.utterance < $1.context.utterance }.map { $0.earlier.map(\.source) }
    }
}

/// A server that keeps the state of a prompt's beginning reads only what differs from the prompt before.
@Suite("The context of servers of one's own", .timeLimit(.minutes(5)))
struct OwnServerContextTests {
    private func shown(
        _ lines: [String], pairs: Int, tokens: Int = 1_200, isOwn: Bool = true, cutAfter: Int? = nil
    ) async throws -> [[String]] {
        let model = try OwnModel(isOwn: isOwn)
        let reading = try Reading(lines) {
            ($0.context.pairs, $0.context.lag, $0.context.lookAhead, $0.context.tokens) = (pairs, 1, nil, tokens)
        }
        if let cutAfter {
            #expect(try await reading.run(model, cutAfter: cutAfter).state == .interrupted)
        }
        #expect(try await reading.run(model).state == .complete)
        return model.shown
    }

    @Test(
        "Given pairs that are full, when they are dropped, then several leave at once and the beginning stays the same")
    func blocks() async throws {
        let lines = (1...20).map { "line \($0)" }
        let shown = try await shown(lines, pairs: 4)
        #expect(shown.map(\.count) == [0, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 3, 4])
        for (number, earlier) in shown.enumerated() { #expect(lines[..<number].suffix(earlier.count) == earlier[...]) }
        let sliding = try await self.shown(lines, pairs: 4, isOwn: false)
        #expect(sliding.map(\.count) == [0, 1, 2, 3] + Array(repeating: 4, count: 16))
        // A run that was cut asks the same as one that was not.
        #expect(try await self.shown(lines, pairs: 4, cutAfter: 30) == shown)
    }

    @Test("Given any number of pairs, when lines are translated, then no more are shown, and at least half of them")
    func sizes() async throws {
        for pairs in 0...9 {
            let shown = try await shown((1...30).map { "line \($0)" }, pairs: pairs)
            #expect(shown.allSatisfy { $0.count <= pairs })
            #expect(shown.dropFirst(pairs).allSatisfy { $0.count >= pairs / 2 })
        }
    }

    @Test("Given long lines, when they exceed the tokens, then whole blocks leave, and one long line alone is left out")
    func longest() async throws {
        let long = String(repeating: "word ", count: 40).trimmingCharacters(in: .whitespaces)
        // A pair has 2 · 50 tokens and 16 for its marks.
        let lines = (1...12).map { "\($0) \(long)" }
        let shown = try await shown(lines, pairs: 6, tokens: 400)
        #expect(shown.allSatisfy { $0.count <= 3 })
        #expect(shown.last?.isEmpty == false)
        var mixed = (1...8).map { "line \($0)" }
        mixed[4] = String(repeating: long, count: 9)
        let left = try await self.shown(mixed, pairs: 6, tokens: 400)
        #expect(left.allSatisfy { !$0.contains(mixed[4]) } && left[7].contains("line 7"))
    }
}
