internal import Providers

/// A provider that makes all of its calls through one exchange.
protocol ExchangingProvider: Provider {
    var exchange: Exchange { get }
}

extension ExchangingProvider {
    var warmedPlace: String? { exchange.endpoint.url }

    func warm() async { await exchange.warm() }
}
