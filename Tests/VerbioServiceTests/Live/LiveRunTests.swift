import Audio
import ConversationTesting
import Conversations
import Delivery
import Foundation
import Interpreting
import Language
import Plumbing
import Testing
import VerbioService
import VerbioTesting

/// Live conversations as the terminal and the server run them, on a clock that stands still.
@Suite("A live run", .timeLimit(.minutes(5)))
struct LiveRunTests {
    private static let pair = try! LanguagePair(from: .en, to: .es)

    /// The event lines of a conversation, without its name.
    private func events(
        _ workplace: Workplace, _ change: (inout ConversationRequest) -> Void = { _ in },
        feeding feed: @escaping @Sendable (LiveRun) async throws -> Void
    ) async throws -> [String] {
        var assembly = workplace.assembly
        assembly = Assembly(settings: assembly.settings, time: ManualTime().source)
        assembly.environment = workplace.environment
        let service = try PipelineService(assembly: assembly, store: InMemoryStore())
        let live = service.live(ConversationRequest(Self.pair) { change(&$0) }, control: RunControl())
        let lines = Locked<[String]>([])
        async let fed: Void = feed(live)
        let (conversation, finished) = try await live.run { delivered in
            guard case .event(let event) = delivered else { return }
            let line = try EventLines.json(event)
            lines.withLock { $0.append(line) }
        }
        try await fed
        #expect(finished.state == .complete)
        return lines.withLock { $0 }.map { $0.replacing(conversation.id.rawValue, with: "c") }
    }

    private func pieces(_ bytes: [UInt8], _ size: () -> Int) -> [[UInt8]] {
        var (pieces, at) = ([[UInt8]](), 0)
        while at < bytes.count {
            let end = min(bytes.count, at + max(1, size()))
            pieces.append(Array(bytes[at..<end]))
            at = end
        }
        return pieces
    }

    @Test("given the same sound in pieces of any size, when it is interpreted, then the events are the same")
    func chunking() async throws {
        try await Workplace.with { workplace in
            let sound = [UInt8](try Data(contentsOf: URL(filePath: Workplace.welcome)))
            var random = SplitMix64(seed: 35)
            var chunkings = [[sound], pieces(sound) { 997 }]
            for longest in [100, 5_000, 90_000] {
                chunkings.append(pieces(sound) { Int(random.next() % UInt64(longest)) })
            }
            var first: [String]?
            for pieces in chunkings {
                let events = try await events(workplace) { live in
                    for piece in pieces { try await live.feed(piece) }
                    live.end()
                }
                #expect(events.count { $0.contains("utterance.recognized") } > 3)
                // Each kind comes in order; how the kinds follow each other depends on the engines.
                #expect(events.sorted() == (first ?? events).sorted())
                first = first ?? events
            }
        }
    }

    @Test("given orders that say who speaks when, when the sound follows, then each utterance is of that side")
    func speakers() async throws {
        try await Workplace.with { workplace in
            let sound = [UInt8](try Data(contentsOf: URL(filePath: Workplace.welcome)))
            let events = try await events(workplace, { $0.speakerEvents = .coming(SpeakerEventQueue(named: "test")) }) {
                live in
                try live.perform(.speaker(.other, at: 0))
                try live.perform(.speaker(.user, at: 10))
                try await live.feed(sound)
                try live.perform(.end)
            }
            let sides = events.filter { $0.contains("utterance.recognized") }
                .map { $0.contains(#""speaker":"other""#) }
            #expect(sides.first == true && sides.last == false)
            #expect(sides == sides.sorted { $0 && !$1 }, "the side changes once")
        }
    }

    @Test(
        "given an impossible order, when it is given, then it is refused and the conversation continues")
    func refused() async throws {
        try await Workplace.with { workplace in
            let sound = [UInt8](try Data(contentsOf: URL(filePath: Workplace.welcome)))
            let events = try await events(workplace) { live in
                #expect(throws: Problem.self) { try live.perform(.speaker(.user, at: nil)) }
                try await live.feed(sound)
                live.end()
                await #expect(throws: BytePipeClosed.self) { try await live.feed([0]) }
            }
            #expect(events.last?.contains("conversation.finished") == true)
        }
    }

    @Test("given an order to flip an utterance that is not there, then it is refused with what to do")
    func flipsNothing() async throws {
        try await Workplace.with { workplace in
            let sound = [UInt8](try Data(contentsOf: URL(filePath: Workplace.welcome)))
            _ = try await events(workplace) { live in
                #expect(throws: Problem.self) { try live.perform(.flip(7, to: nil)) }
                #expect(throws: Problem.self) {
                    try live.perform(.rewrite(1, as: CorrectedTexts(source: "Hello")))
                }
                try await live.feed(sound)
                live.end()
            }
        }
    }
}
