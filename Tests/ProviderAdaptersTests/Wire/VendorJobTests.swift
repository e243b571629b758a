import Language
import Plumbing
import ProviderAdapters
import Providers
import Resilience
import StandIns
import Testing
import VerbioTesting

/// Vendors that take the audio, make a job of it, and answer when they are asked. A job is charged when it is made.
@Suite(.serialized, .timeLimit(.minutes(5))) struct VendorJobTests {
    @Test(
        "Given a job that takes a while, when it is done, then it is the answer, and nothing is left at the vendor",
        arguments: JobVendor.all)
    func waits(_ vendor: JobVendor) async throws {
        let clock = InstantClock()
        let script = JobScript { step, turn in step == .ask && turn < 4 ? vendor.working : nil }
        try await withStandIn(script.script) { server in
            let outcome = await vendor.adapter(at: server.url, time: clock.source).call()
            #expect(outcome.text?.hasPrefix("¿Heard") == true && outcome.usage?.audioSeconds == 3, "\(outcome)")
            #expect(outcome.recognition?.words.map(\.text) == ["heard"])
            #expect(script.steps == vendor.steps(asked: 4))
            #expect(clock.sleeps == [.seconds(1), .milliseconds(1_500), .milliseconds(2_250)])
        }
    }

    @Test(
        "Given a job that outlasts its call, when the call is retried, then it is still that job",
        arguments: JobVendor.all)
    func retried(_ vendor: JobVendor) async throws {
        let script = JobScript { step, _ in step == .ask ? vendor.working : nil }
        try await withStandIn(script.script) { server in
            let adapter = vendor.adapter(at: server.url, time: InstantClock().source)
            let first = await adapter.call()
            #expect(first.failure == .timeout && script.count(.delete) == 0, "\(first)")
            script.change { _, _ in nil }
            #expect(await adapter.call().text?.hasPrefix("¿Heard") == true)
            #expect(script.count(.send) == 1 && script.count(.make) == 1 && script.count(.delete) == vendor.deletions)
            // A finished job is not asked for again: the same recording is new work.
            #expect(await adapter.call().text?.hasPrefix("¿Heard") == true)
            #expect(script.count(.send) == 2 && script.count(.make) == 2)
        }
    }

    @Test(
        "Given a call that has used up its time, when it is retried, then the vendor has kept the job",
        arguments: JobVendor.all)
    func deadline(_ vendor: JobVendor) async throws {
        let time = ManualTime()
        let script = JobScript { step, _ in step == .ask ? vendor.working : nil }
        try await withStandIn(script.script) { server in
            guard case .recognizer(let recognizer) = vendor.adapter(at: server.url, time: time.source) else { return }
            let limited = Self.limited(recognizer, time.source)
            async let outcome = Self.failure { try await limited(Self.request) }
            // The deadline and the pause between two questions.
            try await time.waitForSleepers(count: 2)
            time.advance(by: .seconds(10))
            #expect(await outcome == .timeout && script.count(.delete) == 0)
            script.change { _, _ in nil }
            #expect(try await limited(Self.request).text.hasPrefix("¿Heard"))
            #expect(script.count(.make) == 1 && script.count(.delete) == vendor.deletions)
        }
    }

    @Test(
        "Given a call that is cancelled while the vendor works, when it ends, then nothing is left at the vendor",
        arguments: JobVendor.all)
    func cancelled(_ vendor: JobVendor) async throws {
        let time = ManualTime()
        let script = JobScript { step, _ in step == .ask ? vendor.working : nil }
        try await withStandIn(script.script) { server in
            let adapter = vendor.adapter(at: server.url, time: time.source)
            let call = Task { await adapter.call() }
            try await time.waitForSleepers(count: 1)
            call.cancel()
            #expect(await call.value.error is CancellationError)
            #expect(script.count(.delete) == vendor.deletions)
            script.change { _, _ in nil }
            #expect(await adapter.call().isAnswer && script.count(.make) == 2)
        }
    }

    @Test(
        "Given a vendor that asks to wait in a step, when the call goes on, then no step is repeated that has succeeded",
        arguments: JobVendor.all)
    func throttled(_ vendor: JobVendor) async throws {
        for step in [JobVendor.Step.send, .make, .ask] {
            let clock = InstantClock()
            let script = JobScript { asked, turn in
                asked == step && turn == 1 ? .json(429, "{}", headers: [("Retry-After", "7")]) : nil
            }
            try await withStandIn(script.script) { server in
                let adapter = vendor.adapter(at: server.url, time: clock.source)
                var outcome = await adapter.call()
                if step == .ask {
                    #expect(clock.sleeps == [.seconds(7)])
                } else {
                    #expect(outcome.failure == .throttled && script.count(.delete) == 0)
                    #expect((outcome.error as? ProviderError)?.retryAfter == .seconds(7))
                    outcome = await adapter.call()
                }
                #expect(outcome.isAnswer, "\(step): \(outcome)")
                #expect(script.count(.send) == (step == .send ? 2 : 1))
                #expect(script.count(.make) == (step == .make ? 2 : 1))
                #expect(script.count(.delete) == vendor.deletions)
            }
        }
    }

    @Test(
        "Given a job that is refused after its audio was sent, when the call ends, then the audio is deleted",
        arguments: JobVendor.all)
    func refused(_ vendor: JobVendor) async throws {
        let script = JobScript { step, _ in step == .make ? .json(400, #"{"message":"no such model"}"#) : nil }
        try await withStandIn(script.script) { server in
            let adapter = vendor.adapter(at: server.url, time: InstantClock().source)
            for turn in 1...2 {
                #expect(await adapter.call().failure == .rejected)
                #expect(script.count(.send) == turn && script.count(.delete) == (vendor.keepsFiles ? turn : 0))
            }
        }
    }

    @Test(
        "Given a refused key while a job is asked for, when the call is repeated, then it is still that job",
        arguments: JobVendor.all)
    func refusedKey(_ vendor: JobVendor) async throws {
        let script = JobScript { step, turn in step == .ask && turn == 1 ? .json(401, "{}") : nil }
        try await withStandIn(script.script) { server in
            let adapter = vendor.adapter(at: server.url, time: InstantClock().source)
            #expect(await adapter.call().failure == .unauthorized)
            #expect(await adapter.call().isAnswer && script.count(.make) == 1)
        }
    }

    @Test(
        "Given a job that the vendor ends with an error, when the call is retried, then another job is made",
        arguments: JobVendor.all)
    func ended(_ vendor: JobVendor) async throws {
        let script = JobScript { step, turn in step == .ask && turn == 1 ? vendor.failed : nil }
        try await withStandIn(script.script) { server in
            let adapter = vendor.adapter(at: server.url, time: InstantClock().source)
            let first = await adapter.call()
            #expect(first.failure == .unusable && script.count(.delete) == vendor.deletions, "\(first)")
            #expect(await adapter.call().isAnswer)
            #expect(script.count(.send) == 2 && script.count(.make) == 2)
        }
    }

    @Test(
        "Given a vendor that fails for a moment while it is asked, when it answers again, then the call goes on",
        arguments: JobVendor.all)
    func interrupted(_ vendor: JobVendor) async throws {
        let faults: [StandInAnswer] = [
            .json(503, "{}"), .json(200, "{}").resetting(.beforeHeaders),
            .json(200, "{}").ending(.close, afterBytes: 20),
        ]
        let script = JobScript { step, turn in step == .ask && turn <= faults.count ? faults[turn - 1] : nil }
        try await withStandIn(script.script) { server in
            let outcome = await vendor.adapter(at: server.url, time: InstantClock().source).call()
            #expect(outcome.isAnswer && script.count(.make) == 1, "\(outcome)")
        }
    }

    @Test(
        "Given a deletion that fails, when the answer has been given, then it is tried again",
        arguments: JobVendor.all)
    func deletion(_ vendor: JobVendor) async throws {
        let script = JobScript { step, turn in step == .delete && turn <= vendor.deletions ? .json(409, "{}") : nil }
        try await withStandIn(script.script) { server in
            let outcome = await vendor.adapter(at: server.url, time: InstantClock().source).call()
            #expect(outcome.isAnswer, "\(outcome)")
            let count = vendor.steps(asked: 1).count + vendor.deletions
            _ = try await server.requests(count: count)
            #expect(server.requests.count { $0.method == "DELETE" } == 2 * vendor.deletions)
        }
    }

    @Test(
        "Given two keys, when a job outlasts its call, then the retry asks at the address and with the key that made it",
        arguments: JobVendor.all)
    func places(_ vendor: JobVendor) async throws {
        let script = JobScript { step, _ in step == .ask ? vendor.working : nil }
        let wire = vendor.name.prefix { $0 != "-" }
        try await withStandIn(script.script) { one in
            try await withStandIn(script.script) { other in
                let yaml =
                    "a: {url: '\(one.url)', addresses: ['\(other.url)'], key: KEY_A, keys: [KEY_B], "
                    + "stt: {wire: \(wire), model: m, deadline: 20}}"
                let setup = ProviderSetup(
                    catalog: try ProviderCatalog(yaml: yaml, at: "list.yaml"),
                    environment: ["KEY_A": "alpha-key", "KEY_B": "beta-key"], client: AdapterCase.client,
                    time: InstantClock().source
                ) { _ in "" }
                let first = try #require(try setup.recognizer("a"))
                #expect(await Self.failure { try await first.recognize(Self.request) { _ in } } == .timeout)
                script.change { _, _ in nil }
                // Each conversation makes its own, and all know the same jobs.
                let second = try #require(try setup.recognizer("a"))
                #expect(try await second.recognize(Self.request) { _ in }.text.hasPrefix("¿Heard"))
                #expect(script.count(.make) == 1 && script.count(.delete) == vendor.deletions)
                let used = [one, other].filter { !$0.requests.isEmpty }
                #expect(used.count == 1)
                let keys = Set(used[0].requests.flatMap(\.headers).map(\.value).filter { $0.contains("-key") })
                #expect(keys.count == 1, "\(keys)")
            }
        }
    }

    private static var request: RecognitionRequest {
        RecognitionRequest(
            audio: AdapterCase.Adapter.audio, language: .en, context: CallContext(conversation: "c", utterance: 1))
    }

    private static func limited(
        _ recognizer: some SpeechRecognizer, _ time: TimeSource
    ) -> @Sendable (RecognitionRequest) async throws -> Recognition {
        let limited = recognizer.deadline(.seconds(10), time: time)
        return { request in try await limited.answer(request) { _ in } }
    }

    private static func failure(
        _ call: @Sendable () async throws -> Recognition
    ) async -> ProviderError.Failure? {
        do {
            _ = try await call()
            return nil
        } catch {
            return (error as? ProviderError)?.failure
        }
    }
}
