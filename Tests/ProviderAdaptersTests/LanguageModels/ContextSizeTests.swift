import Conversations
import Foundation
import Language
import Providers
import Testing
import VerbioTesting

/// Long conversations cost no more a request than short ones.
@Suite("What a language model is shown of a conversation", .serialized, .timeLimit(.minutes(10)))
struct ContextSizeTests {
    /// 500 utterances from one word to some thousand letters, in Latin, Cyrillic and Japanese writing, each different.
    static let lines: [String] = {
        var random = SplitMix64(seed: 5)
        let words = [
            "harbour", "lamp", "because", "of", "the", "eleven", "running", "quietly", "письмо", "дорога", "I",
        ]
        return (1...500).map { number in
            var length = [1, 2, 4, 8, 15, 30, 60][Int.random(in: 0..<7, using: &random)]
            if number % 37 == 0 { length = 700 }
            let isJapanese = number % 9 == 0
            let said = (0..<length).map { _ in
                isJapanese
                    ? String(["駅", "まで", "明日", "雨が", "カメラ"].randomElement(using: &random) ?? "")
                    : words.randomElement(using: &random) ?? ""
            }
            return "\(number): " + said.joined(separator: isJapanese ? "" : " ")
        }
    }()

    private static let tokens = 1_200
    /// The maximum size of 1,200 tokens, the instructions and the frame of a request.
    private static let maximumBytes = tokens * 4 + 2_600

    /// The sources of the pairs that fit, computed independently.
    private func expected(before place: Int, lag: Int = 2, besides: Int = 0) -> [String] {
        fitting(Self.lines[..<max(0, place - lag + 1)].suffix(6), in: Self.tokens - besides)
    }

    private func fitting(_ sources: ArraySlice<String>, in tokens: Int) -> [String] {
        var (left, given) = (tokens, [String]())
        for source in sources.reversed() {
            // The stand-in gives every text back as its translation.
            let size = ContextPair(speaker: "user", source: source, translation: source).tokens
            if size > Self.tokens { continue }
            if size > left { break }
            left -= size
            given.insert(source, at: 0)
        }
        return given
    }

    @Test(
        "Given 500 utterances, when they are translated, then each request stays as small as the first ones",
        arguments: [
            ("openai-chat", 8, 500), ("openai-chat", 1, 60), ("openai-chat", 3, 60),
            ("openai-responses-structured", 8, 60), ("anthropic", 8, 60),
        ])
    func flat(adapter: String, inFlight: Int, utterances: Int) async throws {
        let lines = Array(Self.lines.prefix(utterances))
        let sent = try await WrittenConversation(adapter: adapter, inFlight: inFlight).requests(for: lines)
        #expect(sent.map(\.document.utterance) == lines)
        let wrong = sent.indices.filter { sent[$0].document.earlier != expected(before: $0) }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
        let around = zip(sent, lines).map { $0.bytes - $1.utf8.count }
        let most = try #require(around.max())
        print("context, \(adapter), \(inFlight) at once: at most \(most) bytes beside the utterance")
        #expect(most <= Self.maximumBytes)
        guard utterances > 400 else { return }
        let (early, late) = (around[10..<110].reduce(0, +) / 100, around[400...].reduce(0, +) / 100)
        #expect(abs(early - late) * 4 < early, "on average \(early) bytes early, \(late) late")
    }

    /// The summary that each line is shown, computed independently. After every ten lines they are summarized, as far as
    /// they fit. The summary is shown from the eighth line after them on.
    private func expectedSummaries(_ count: Int) -> (given: [String?], turns: [[String]]) {
        var (summaries, turns) = ([String?.none], [[String]]())
        for end in stride(from: 10, through: count, by: 10) {
            turns.append(fitting(Self.lines[(end - 10)..<end], in: Self.tokens))
            summaries.append(EchoedModels.summary(of: turns[turns.count - 1], after: summaries[summaries.count - 1]))
        }
        let given = (1...count).map { number in summaries[number < 18 ? 0 : (number - 8) / 10] }
        // No line is shown the last ones if no more than three lines follow.
        return (given, Array(turns.prefix((count - 4) / 10)))
    }

    @Test(
        "Given summaries, when utterances are translated, then each request stays within its bound",
        arguments: [
            ("openai-chat", 8, 500), ("openai-chat", 1, 75), ("openai-chat", 3, 75),
            ("openai-responses-structured", 8, 75), ("anthropic", 8, 75),
        ])
    func flatWithSummaries(adapter: String, inFlight: Int, utterances: Int) async throws {
        let lines = Array(Self.lines.prefix(utterances))
        let (sent, asked) = try await WrittenConversation(adapter: adapter, inFlight: inFlight) {
            $0.context.summaryBlock = 10
        }
        .allRequests(for: lines)
        let wanted = expectedSummaries(utterances)
        #expect(sent.map(\.document.utterance) == lines)
        #expect(sent.map(\.document.summary) == wanted.given)
        #expect(asked.map(\.document.turns) == wanted.turns)
        let wrong = sent.indices.filter { place in
            let tokens = wanted.given[place].map(Summary.tokens) ?? 0
            return sent[place].document.earlier != expected(before: place, besides: tokens)
        }
        #expect(wrong.isEmpty, "\(wrong.prefix(5))")
        let around = zip(sent, lines).map { $0.bytes - $1.utf8.count }
        let most = try #require(around.max())
        let largest = try #require(asked.map(\.bytes).max())
        print("context with summaries, \(adapter), \(inFlight) at once: at most \(most) bytes, to sum up \(largest)")
        #expect(most <= Self.maximumBytes + 100)
        #expect(largest <= Self.maximumBytes + 1_000)
        guard utterances > 400 else { return }
        let (early, late) = (around[10..<110].reduce(0, +) / 100, around[400...].reduce(0, +) / 100)
        #expect(abs(early - late) * 4 < early, "on average \(early) bytes early, \(late) late")
    }

    @Test("Given no limit of tokens, when lines are long, then the request is larger than the bound")
    func unlimited() async throws {
        let sent = try await WrittenConversation { $0.context.tokens = 1_000_000 }.requests(
            for: Array(Self.lines.prefix(120)))
        let most = zip(sent, Self.lines).map { $0.bytes - $1.utf8.count }.max() ?? 0
        #expect(most > 2 * Self.maximumBytes)
        #expect(sent.last?.document.earlier == Array(Self.lines[112...117]))
    }

    @Test("Given a budget below one pair, when utterances are translated, then no context is sent")
    func none() async throws {
        let lines = (1...5).map { "number \($0)" }
        let sent = try await WrittenConversation { $0.context.tokens = 10 }.requests(for: lines)
        #expect(sent.allSatisfy { $0.document.members == ["utterance"] })
    }
}
