internal import Plumbing
internal import Providers
internal import Resilience

/// Has connections to the providers opened when somebody begins to speak. Until that one has finished there is time for it;
/// afterwards the first call of every stage would wait for a handshake or two.
final class ConnectionWarmer: Sendable {
    /// For how long connections are taken to stay open. Servers close idle ones after five seconds to some minutes, and who
    /// talks without long pauses keeps them in use.
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

    /// Somebody has begun to speak. From any thread; does not wait.
    func speechBegan() { begin.yield() }

    /// Warms whenever speech begins, until it is cancelled.
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

    /// Of each stage the first that may be called.
    private var wanted: [any WarmableProvider] {
        func first<Provider>(_ chain: ProviderChain<Provider>) -> (any WarmableProvider)? {
            let link = chain.links.first { $0.breaker.standing == .ready }
            return link?.provider as? any WarmableProvider
        }
        let all = [first(providers.recognizers), first(providers.translators), providers.synthesizers.flatMap(first)]
        return Dictionary(all.compactMap { provider in provider.map { ($0.place, $0) } }) { one, _ in one }
            .values.map(\.self)
    }
}
