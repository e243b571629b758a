import Configuration
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Providers
import Resilience
import Testing
import VerbioService

/// Money that runs share, as the tests give it.
private final class Purse: Allowance {
    private let state: Locked<(left: Int, open: Int)>
    let limitsMoney: Bool

    /// - Parameter calls: how many calls may be made.
    init(calls: Int, limitsMoney: Bool = false) {
        state = Locked((calls, 0))
        self.limitsMoney = limitsMoney
    }

    /// Reservations that were not settled.
    var open: Int { state.withLock { $0.open } }
    var left: Int { state.withLock { $0.left } }

    func take(audioMilliseconds: Int) async throws -> Bool { true }

    func reserve(_ amount: Money) async throws -> Reservation? {
        let isReserved = state.withLock { state in
            guard state.left > 0 else { return false }
            state = (state.left - 1, state.open + 1)
            return true
        }
        return isReserved ? Reservation { _ in self.state.withLock { $0.open -= 1 } } : nil
    }
}

@Suite("Work within an allowance", .timeLimit(.minutes(5))) struct AllowanceTests {
    @Test(
        "given an allowance for some calls, when a phrase is added, then no other call is made, and each is settled",
        arguments: [0, 1, 2])
    func phrases(calls: Int) async throws {
        try await Workplace.with { workplace in
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let purse = Purse(calls: calls)
            let addition = PhraseBook.Addition("Where is it?", try LanguagePair(from: .en, to: .es))
            do {
                _ = try await service.add(addition, within: purse)
                #expect(calls == 2)
            } catch let problem as Problem {
                #expect(problem.code == (calls == 0 ? "phrase.translation" : "phrase.synthesis"))
            }
            #expect(workplace.calls.count == calls && purse.open == 0 && purse.left == 0)
            try await store.close()
        }
    }

    @Test("given an allowance that is used up, when a text is spoken, then no call is made")
    func speech() async throws {
        try await Workplace.with { workplace in
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let purse = Purse(calls: 1)
            _ = try await service.speak("Where is it?", in: LanguageTag(.en), voice: nil, within: purse)
            await #expect(throws: Problem.self) {
                try await service.speak("And where is that?", in: LanguageTag(.en), voice: nil, within: purse)
            }
            #expect(workplace.calls.count == 1 && purse.open == 0)
            try await store.close()
        }
    }

    @Test("given limited money, when the price of an engine is not known, then it is refused, unless that is allowed")
    func unknownPrice() async throws {
        try await Workplace.with { workplace in
            // Nothing listens at this port.
            let file = try workplace.write(
                "untold:\n  url: http://127.0.0.1:9\n  mt: {wire: libretranslate, model: m}\n", to: "providers.yaml")
            workplace.settings.set(.providersFile, .string(file))
            workplace.simulate("sim:instant", "untold")
            for isAllowed in [false, true] {
                if isAllowed { workplace.settings.set(.unknownPrices, .string("allow")) }
                let store = try await workplace.assembly.store()
                let service = try PipelineService(assembly: workplace.assembly, store: store)
                let addition = PhraseBook.Addition("Where is it?", try LanguagePair(from: .en, to: .es))
                let error = await #expect(throws: Problem.self) {
                    try await service.add(addition, within: Purse(calls: 9, limitsMoney: true))
                }
                #expect(error?.code == (isAllowed ? "phrase.translation" : "cost.unknown-price"))
                try await store.close()
            }
        }
    }
}
