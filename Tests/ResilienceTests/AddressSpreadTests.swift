import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioTesting

/// A translator at one address, which answers with the address or as a test says.
private struct Placed: Translator {
    let address: String
    let act: @Sendable (PartialSink<String>) async throws -> Void
    let descriptor = ProviderDescriptor(name: "placed", model: "m")
    var capabilities: TranslatorCapabilities { TranslatorCapabilities(pairs: []) { $0.maximumConcurrency = 2 } }

    func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        try await act(piece)
        return Translation(text: address, language: .es)
    }
}

/// A translator with the addresses a, b and so on.
private struct Places: Sendable {
    let time = ManualTime()
    let translator: SpreadTranslator
    let spread: AddressSpread
    /// What happens at each address: nothing, or what is thrown.
    let faults = Locked<[String: ProviderError]>([:])
    /// The addresses that were called, in order.
    let called = Locked<[String]>([])

    init(_ names: [String] = ["a", "b"], act: (@Sendable (String, PartialSink<String>) async throws -> Void)? = nil) {
        let spread = AddressSpread(names, time: time.source)
        let (faults, called) = (faults, called)
        let members = names.map { name in
            Placed(address: name) { piece in
                called.withLock { $0.append(name) }
                try await act?(name, piece)
                if let fault = faults.withLock({ $0[name] }) { throw fault }
            }
        }
        translator = SpreadTranslator(members, spread)
        self.spread = spread
    }

    func fail(_ name: String, _ failure: ProviderError.Failure?, retryAfter: Duration? = nil) {
        faults.withLock {
            $0[name] = failure.map {
                ProviderError(
                    $0, stage: .translation, provider: "placed", "it fails at \(name)", retryAfter: retryAfter)
            }
        }
    }

    /// The address that answered a call.
    func call() async throws -> String {
        try await translator.translate(translationRequest()) { _ in }.text
    }

    /// The addresses that were called since the last question.
    func taken() -> [String] {
        called.withLock { called in
            defer { called = [] }
            return called
        }
    }
}

@Suite("Several addresses of one provider", .timeLimit(.minutes(10)))
struct AddressSpreadTests {
    @Test("given calls in progress, when another call is made, then it goes to the address with the fewest")
    func fewest() async throws {
        let gate = ManualTime()
        let places = Places(["a", "b", "c"]) { _, _ in try await gate.source.sleep(.seconds(1)) }
        #expect(places.translator.capabilities.maximumConcurrency == 6)
        #expect(places.translator.descriptor == ProviderDescriptor(name: "placed", model: "m"))
        await withThrowingTaskGroup(of: Void.self) { group in
            for count in 1...6 {
                group.addTask { _ = try await places.call() }
                while places.called.withLock({ $0.count }) < count { await Task.yield() }
                #expect(places.spread.conditions.map(\.calls).reduce(0, +) == count)
                #expect(places.spread.conditions.allSatisfy { $0.calls <= (count + 2) / 3 })
            }
            group.cancelAll()
            await #expect(throws: CancellationError.self) { try await group.waitForAll() }
        }
        #expect(places.spread.conditions.allSatisfy { $0.calls == 0 && $0.condition == .closed })
    }

    @Test("given an address that is down, when calls fail there, then others are called until a probe is answered")
    func down() async throws {
        let places = Places()
        places.fail("a", .transient)
        var failures = 0
        for _ in 0..<8 {
            do { #expect(try await places.call() == "b") } catch is ProviderError { failures += 1 }
        }
        #expect(failures == 1, "a call that may have been charged is not repeated here")
        #expect(places.taken().count { $0 == "a" } == 1)
        #expect(places.spread.conditions.map(\.condition) == [.open, .closed])
        places.time.advance(by: .seconds(6))
        places.fail("a", nil)
        #expect(places.spread.conditions.map(\.condition) == [.probing, .closed])
        for _ in 0..<4 { _ = try await places.call() }
        #expect(places.taken().count { $0 == "a" } >= 1)
        #expect(places.spread.conditions.map(\.condition) == [.closed, .closed])
    }

    @Test("given a key that is throttled, when a call meets that, then another key answers it and the first one rests")
    func throttled() async throws {
        let places = Places()
        places.fail("a", .throttled, retryAfter: .seconds(10))
        let limits = Locked(0)
        let report = CallReport { _ in limits.withLock { $0 += 1 } }
        try await CallReport.$current.withValue(report) {
            for _ in 0..<6 { #expect(try await places.call() == "b") }
            #expect(places.taken().count { $0 == "a" } == 1)
            places.time.advance(by: .seconds(11))
            places.fail("a", nil)
            let answers = [try await places.call(), try await places.call()]
            #expect(answers.sorted() == ["a", "b"])
        }
    }

    @Test("given announced limits, when one key reaches its own, then the caller does not learn of it and others go on")
    func limits() async throws {
        let places = Places { name, _ in
            guard name == "a" else { return }
            CallReport.current?.limited(AnnouncedLimit(remaining: 0, interval: .seconds(20), reset: .seconds(20)))
        }
        let limits = Locked(0)
        let report = CallReport { _ in limits.withLock { $0 += 1 } }
        try await CallReport.$current.withValue(report) {
            for _ in 0..<6 { _ = try await places.call() }
        }
        #expect(places.taken().count { $0 == "a" } == 1 && limits.withLock { $0 } == 0)
    }

    @Test(
        "given a refusal at one address, when nothing was done there, then the next one is asked; otherwise it is thrown",
        arguments: ProviderError.Failure.allCases)
    func refusals(failure: ProviderError.Failure) async throws {
        let movesOn: Set<ProviderError.Failure> = [
            .throttled, .starting, .quota, .unauthorized, .missing, .unavailable,
        ]
        let places = Places()
        places.fail("a", failure)
        var thrown = 0
        for _ in 0..<2 {
            do { #expect(try await places.call() == "b") } catch let error as ProviderError {
                #expect(error.failure == failure)
                thrown += 1
            }
        }
        #expect(thrown == (movesOn.contains(failure) ? 0 : 1))
        places.fail("b", failure)
        await #expect(throws: ProviderError.self) { try await places.call() }
    }

    @Test("given a key without credit, when time passes, then it is not called again")
    func final() async throws {
        let places = Places()
        places.fail("a", .quota)
        for _ in 0..<3 { #expect(try await places.call() == "b") }
        places.time.advance(by: .seconds(3_600))
        for _ in 0..<3 { #expect(try await places.call() == "b") }
        #expect(places.taken().count { $0 == "a" } == 1)
    }

    @Test(
        "given all addresses at rest, when a call is made, then one of them is called and its failure is the provider's"
    )
    func all() async throws {
        let places = Places()
        for name in ["a", "b"] { places.fail(name, .transient) }
        for _ in 0..<4 {
            await #expect(throws: ProviderError.self) { try await places.call() }
        }
        #expect(places.taken().count == 4 && places.spread.conditions.allSatisfy { $0.condition == .open })
        for name in ["a", "b"] { places.fail(name, nil) }
        _ = try await places.call()
        #expect(places.spread.conditions.count { $0.condition == .closed } == 1)
    }

    @Test("given a part of an answer that was passed on, when the address then refuses, then no other one answers")
    func begun() async throws {
        let places = Places { _, piece in try await piece("Ho") }
        for name in ["a", "b"] { places.fail(name, .throttled) }
        await #expect(throws: ProviderError.self) { try await places.call() }
        #expect(places.taken().count == 1)
    }

    @Test("given an address that hangs, when a call has used up its time there, then the other one gets the calls")
    func hanging() async throws {
        let time = ManualTime()
        let spread = AddressSpread(["a", "b"], time: time.source)
        let asked = Locked<[String]>([])
        let members = ["a", "b"].map { name in
            Placed(address: name) { _ in
                asked.withLock { $0.append(name) }
                if name == "a" { try await time.source.sleep(.seconds(3_600)) }
            }
        }
        let translator = SpreadTranslator(members, spread).deadline(.seconds(2), time: time.source)
        for _ in 0..<4 {
            _ = try? await time.run { try await translator.answer(translationRequest()) { _ in } }
        }
        #expect(asked.withLock { $0 } == ["a", "b", "b", "b"])
        #expect(spread.conditions.map(\.condition) == [.open, .closed])
    }

    @Test("given a listener that leaves, when its call is cancelled, then the address has not failed")
    func cancelled() async throws {
        let gate = BoundedChannel<Void>(capacity: 1)
        let places = Places { _, _ in _ = try await gate.next() }
        let task = Task { try await places.call() }
        while places.called.withLock({ $0.isEmpty }) { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(places.spread.conditions.allSatisfy { $0.condition == .closed && $0.calls == 0 })
    }
}
