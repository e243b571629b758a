import Providers
import StandIns
import Testing
import VerbioTesting

/// An answer as a server sends it, byte for byte, and the expected result.
struct RawAnswer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: StandInAnswer
    /// The text; nil for a failure.
    var text: String?
    /// The words with times; nil if that does not matter.
    var words: [String]?
    /// The class of a failure, and a piece of its message.
    var failure: ProviderError.Failure?
    var says = ""

    /// An answer that comes at once.
    init(
        _ name: String, _ body: String, text: String? = nil, words: [String]? = nil,
        failure: ProviderError.Failure? = nil, says: String = ""
    ) {
        self.init(name, Array(body.utf8), text: text, words: words, failure: failure, says: says)
    }

    init(
        _ name: String, _ body: [UInt8], text: String? = nil, words: [String]? = nil,
        failure: ProviderError.Failure? = nil, says: String = ""
    ) {
        testDescription = name
        answer = .body(200, type: "application/json", body)
        (self.text, self.words, self.failure, self.says) = (text, words, failure, says)
    }

    /// An answer that comes as a stream of events.
    init(
        _ name: String, events: [String], text: String? = nil, failure: ProviderError.Failure? = nil, says: String = ""
    ) {
        testDescription = name
        answer = .body(200, type: "text/event-stream", Array((events.joined(separator: "\n\n") + "\n\n").utf8))
        (self.text, self.failure, self.says) = (text, failure, says)
    }
}
