import CurlHTTP
import ProviderAdapters
import Providers
import StandIns
import Testing
import VerbioTesting

/// What calls do in addition to asking and answering: end when they are cancelled, and use connections again.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CallTests {
    static let places: [StandInAnswer.Place] = [.beforeHeaders, .afterHeaders, .midBody]

    /// The provider sees the connection go, and the caller nothing more.
    @Test(arguments: AdapterCases.all)
    func cancelledCallsEnd(_ adapter: AdapterCase) async throws {
        for place in Self.places {
            let outcome = try await withStandIn {
                try EchoStandIn.answer($0).hanging(place)
            } test: { server in
                let adapter = adapter.adapter(at: server.url)
                let call = Task { await adapter.call() }
                try await server.requests(count: 1)
                call.cancel()
                let outcome = await call.value
                try await server.clientGone()
                return outcome
            }
            #expect(outcome.error is CancellationError, "\(place): \(outcome)")
        }
    }

    /// A provider that refuses, and never comes to the end of why.
    @Test(arguments: AdapterCases.all)
    func cancelledRefusalsEnd(_ adapter: AdapterCase) async throws {
        let refusal = StandInAnswer.json(500, #"{"error":{"message":"the reason is long"}}"#).hanging(.midBody)
        let outcome = try await withStandIn(refusal) { server in
            let adapter = adapter.adapter(at: server.url)
            let call = Task { await adapter.call() }
            try await server.requests(count: 1)
            call.cancel()
            return await call.value
        }
        #expect(outcome.error is CancellationError, "\(outcome)")
    }

    /// Opening a connection costs more than most answers take: it is kept, after streams, too.
    @Test(arguments: AdapterCases.all)
    func connectionsAreUsedAgain(_ adapter: AdapterCase) async throws {
        let client = HTTPClient(time: .patient)
        try await withStandIn(EchoStandIn.script) { server in
            let adapter = adapter.adapter(at: server.url, client: client)
            for _ in 0..<3 {
                let outcome = await adapter.call()
                #expect(outcome.error == nil)
                // What follows the last event is read after the answer was given.
                while client.activeExchanges > 0 { await Task.yield() }
            }
            #expect(server.connectionCount == 1)
        }
        await client.shutdown()
    }

    /// A slow machine may be given more time than its stage usually has, or less.
    @Test(arguments: AdapterCases.all)
    func deadlinesMayBeSet(_ adapter: AdapterCase) async throws {
        let time = ManualTime()
        let client = HTTPClient(time: time.source)
        let outcome = try await withStandIn(.hang) { server in
            var endpoint = adapter.endpoint(at: server.url, client: client, time: time.source)
            endpoint.deadlines = Deadlines(
                connect: .seconds(900), firstByte: .seconds(900), progress: .seconds(900), total: .seconds(900))
            let slow = adapter.make(endpoint)
            let call = Task { await slow.call() }
            try await server.requests(count: 1)
            try await time.waitForSleepers(count: 1)
            time.advance(by: .seconds(899))
            #expect(client.activeExchanges == 1)
            time.advance(by: .seconds(1))
            return await call.value
        }
        #expect(outcome.failure == .timeout, "\(outcome)")
        #expect((outcome.error as? ProviderError)?.cure?.contains("raise deadline:") == true, "\(outcome)")
        await client.shutdown()
    }

    /// An answer is given at its last event, whatever a server does with the connection then.
    @Test(arguments: AdapterCases.all.filter(\.streams))
    func answersDoNotWaitForTheConnection(_ adapter: AdapterCase) async throws {
        let time = ManualTime()
        let client = HTTPClient(time: time.source)
        try await withStandIn {
            let good = try EchoStandIn.answer($0)
            // All but the last chunk, which is empty.
            return good.hanging(.bytes(good.count - 5))
        } test: { server in
            let outcome = await adapter.adapter(at: server.url, client: client, time: time.source).call()
            #expect(outcome.error == nil)
            #expect(time.now == .zero)
            await client.shutdown()
        }
    }

    /// A key that ends in `:fx` is good for DeepL's free host alone; the address of the user's own server does not change.
    @Test func freeKeysOfDeepLHaveAHostOfTheirOwn() {
        func dumped(_ url: String, key: String) -> String {
            var text = ""
            dump(AdapterCases.named("deepl").adapter(at: url, key: key), to: &text)
            return text
        }
        #expect(dumped("https://api.deepl.com", key: "k:fx").contains("https://api-free.deepl.com"))
        #expect(!dumped("https://api.deepl.com", key: "k").contains("https://api-free.deepl.com"))
        #expect(dumped("http://deepl.lan", key: "k:fx").contains("http://deepl.lan"))
    }

    /// Numbers of the configuration that JSON does not have.
    @Test(arguments: ["nan", "inf", "1e400"])
    func numbersThatCannotBeSent(_ number: String) async throws {
        let options = ["temperature": number, "structured": "false"]
        for adapter in [
            AdapterCase.translator(
                "chat", .openAIChat, model: "m", base: "/v1", options: options, from: []),
            AdapterCase.translator(
                "responses", .openAIResponses, model: "m", base: "/v1", options: options, from: []),
        ] {
            let outcome = try await withStandIn(EchoStandIn.script) { await adapter.adapter(at: $0.url).call() }
            #expect(outcome.failure == .rejected, "\(outcome)")
        }
    }

    /// An answer that breaks off within its head may well succeed the next time.
    @Test func aHeadThatBreaksOff() async throws {
        let adapter = AdapterCases.translators[0]
        let answer = StandInAnswer("HTTP/1.1 200 OK\r\nContent-Ty", ending: .close)
        let outcome = try await withStandIn(answer) { await adapter.adapter(at: $0.url).call() }
        #expect(outcome.failure == .transient, "\(outcome)")
    }
}
