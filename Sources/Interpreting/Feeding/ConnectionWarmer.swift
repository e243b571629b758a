internal import Plumbing
internal import Providers
internal import Resilience

/// Opens connections to the providers when a speaker begins to speak.
///
/// This takes place while the speaker still speaks. Otherwise the first call of every stage would wait for a handshake or two.
final class ConnectionWarmer: Sendable {
    /// How long connections are assumed to stay open. Servers close idle ones after five seconds to some minutes. While a
    /// speaker talks without long pauses, they stay in use.
    private static let freshness = Duration.seconds(30)

    private let providers: ProviderSet
    private let time: TimeSource
    private let begins: AsyncStream<Void>
    private let begin: AsyncStream<Void>.Continuation

    init(_ providers: ProviderSet, time: TimeSource) {
        self.providers = providers
        self.time = time
        (begins, begin) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Reports that speech has begun. May be called from any thread; does not wait.
    func speechBegan() { begin.yield() }

    /// Opens connections whenever speech begins, until it is cancelled.
    func run() async {
        var last: Duration?
        for await _ in begins {
            let now = time.now()
            if let last, now - last < Self.freshness { continue }
            last = now
            await withDiscardingTaskGroup { group in
                for provider in wanted { group.addTask { await provider.warm() } }
            }
        }
    }

    /// The first provider of each stage that may be called.
    private var wanted: [any Provider] {
        func first<Kind>(_ chain: ProviderChain<Kind>, _ provider: (Kind) -> any Provider) -> (any Provider)? {
            chain.links.first { $0.breaker.availability == .ready }.map { provider($0.provider) }
        }
        let all = [
            first(providers.recognizers) { $0 }, first(providers.translators) { $0 },
            providers.synthesizers.flatMap { first($0) { $0 } },
        ]
        let places = all.compactMap(\.self).compactMap { provider in provider.warmedPlace.map { ($0, provider) } }
        return Array(Dictionary(places) { one, _ in one }.values)
    }
}
