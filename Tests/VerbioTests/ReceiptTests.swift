import Foundation
import StandIns
import Testing
import VerbioTesting

/// What a run is said to have cost is what was answered, whatever came between.
@Suite("Receipts", .timeLimit(.minutes(5)))
struct ReceiptTests {
    private static let welcome = SpeechFixtures.packageRoot + "/Samples/welcome.wav"

    /// A recognizer that takes little at once, at six dollars a minute.
    private func product(_ price: String = "") throws -> Product {
        let product = try Product()
        try product.declareRecognizer("maximum-seconds: 1.5", price: price)
        return product
    }

    private func environment(_ server: StandInServer) -> [String: String] {
        [
            "OPENAI_BASE_URL": server.url + "/v1", "OPENAI_API_KEY": "sk-0123456789", "no_proxy": "127.0.0.1",
            "VERBIO_PROVIDERS_FILE": "mine.yaml", "VERBIO_PIPELINE_STT_CONCURRENCY": "1",
        ]
    }

    private static let translate = [
        "translate", welcome, "--from", "en", "--to", "es", "--stt", "openai", "--mt", "sim:instant", "--tts", "none",
        "--quiet",
    ]

    /// The dollars of the receipt's sum.
    private func paid(_ product: Product, _ environment: [String: String]) async throws -> Double {
        let listed = try await product.start(["conversations", "list", "--json"], environment: environment).end()
        let id = try #require(listed.output.firstMatch(of: /"id":"(\w+)"/)?.1)
        let shown = try await product.start(["conversations", "show", String(id)], environment: environment).end()
        let amount = try #require(shown.output.firstMatch(of: /cost \$([\d.]+)/)?.1)
        return try #require(Double(amount))
    }

    @Test("Given parts answered before a kill, when the run continues, then its receipt has each of them once")
    func killedBetweenParts() async throws {
        let product = try product()
        defer { product.remove() }
        let asked = Counter()
        try await withStandIn { _ in
            let number = asked.next()
            let answer = StandInAnswer.json(
                200, #"{"text":"Part \#(number).","usage":{"type":"duration","seconds":1}}"#)
            return number == 5 ? answer.hanging(.beforeHeaders) : answer
        } test: { server in
            let environment = environment(server)
            let running = try product.start(Self.translate, environment: environment)
            await running.wait { server.requests.count >= 5 }
            Foundation.kill(running.pid, SIGKILL)
            _ = try await running.end()
            let ended = try await product.start(Self.translate, environment: environment).end()
            #expect(ended.code == 0, "\(ended.errors)")
            // A tenth of a dollar each, and what never ended may have cost something.
            let answered = server.requests.count - 1
            #expect(answered > 8)
            #expect(abs(try await paid(product, environment) - Double(answered) / 10) < 1e-9)
        }
    }

    @Test(
        "Given another model at another price, when a run is resumed, then its receipt keeps what was charged",
        arguments: [nil, "openai"])
    func changedModel(resumedWith recognizer: String?) async throws {
        let product = try product()
        defer { product.remove() }
        let asked = Counter()
        try await withStandIn { _ in
            let number = asked.next()
            return (5...7).contains(number)
                ? .json(400, #"{"error":{"message":"not this one"}}"#)
                : .json(200, #"{"text":"Part \#(number).","usage":{"type":"duration","seconds":1}}"#)
        } test: { server in
            let environment = environment(server)
            let first = try await product.start(Self.translate, environment: environment).end()
            #expect(first.code == 5, "\(first.errors)")
            let answered = server.requests.count - 3
            #expect(abs(try await paid(product, environment) - Double(answered) / 10) < 1e-9)
            let declarations = product.folder.appending(path: "mine.yaml")
            try String(contentsOf: declarations, encoding: .utf8).replacing("whisper-1", with: "whisper-9")
                .replacing("audio-minute: 6", with: "audio-minute: 30")
                .write(to: declarations, atomically: true, encoding: .utf8)
            #expect(abs(try await paid(product, environment) - Double(answered) / 10) < 1e-9)
            let resumed = try await product.start(
                ["resume"] + (recognizer.map { ["--stt", $0] } ?? []), environment: environment
            ).end()
            #expect(resumed.code == 0, "\(resumed.errors)")
            let later = Double(server.requests.count - 3 - answered)
            #expect(later > 3)
            if recognizer != nil {
                // The cost of the model that is configured now, at its price.
                #expect(abs(try await paid(product, environment) - (Double(answered) / 10 + later / 2)) < 1e-9)
                #expect(!resumed.output.contains("unknown") && !resumed.output.contains("and more"))
            } else {
                // The cost of the first model, which no longer has a price.
                let known = "$\(String(format: "%.4f", Double(answered) / 10)) and more"
                #expect(resumed.output.contains(known) && !resumed.output.contains("unknown"), "\(resumed.output)")
                let listed = try await product.start(["conversations", "list", "--json"], environment: environment)
                    .end()
                let id = try #require(listed.output.firstMatch(of: /"id":"(\w+)"/)?.1)
                let shown = try await product.start(["conversations", "show", String(id)], environment: environment)
                    .end()
                #expect(shown.output.contains("cost \(known) (recognition by openai \(known))"), "\(shown.output)")
            }
        }
    }

    @Test(
        "Given utterances in parts, when they are charged, then the estimate is no less",
        arguments: ["", "audio-step: 15, "])
    func estimate(price: String) async throws {
        let product = try product(price)
        defer { product.remove() }
        let asked = Counter()
        try await withStandIn { _ in
            .json(200, #"{"text":"Part \#(asked.next())."}"#)
        } test: { server in
            let environment = environment(server)
            let foretold = try await product.start(
                ["estimate", Self.welcome, "--stt", "openai", "--mt", "sim:instant", "--tts", "none", "--json"],
                environment: environment
            ).end()
            let estimate = try JSONSerialization.jsonObject(with: Data(foretold.output.utf8)) as? [String: Any]
            let dollars = try #require(estimate?["dollars"] as? Double)
            #expect(server.requests.isEmpty)
            let ended = try await product.start(Self.translate, environment: environment).end()
            #expect(ended.code == 0, "\(ended.errors)")
            let paid = try await paid(product, environment)
            #expect(paid > 0 && paid <= dollars && dollars < 3 * paid, "\(paid) of \(dollars)")
        }
    }
}

/// Numbers for concurrent callers.
private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var last = 0

    func next() -> Int {
        lock.withLock {
            last += 1
            return last
        }
    }
}
