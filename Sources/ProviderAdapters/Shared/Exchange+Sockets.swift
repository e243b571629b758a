internal import HTTPTypes
internal import Plumbing
internal import Providers
internal import SocketClient

extension Exchange {
    /// Talks with the provider over a WebSocket below the endpoint's URL.
    ///
    /// - Throws: ``ProviderError`` of the class that the same failure of a request has; what the closures throw.
    func converse(
        _ path: String, over sockets: SocketClient,
        sending: @escaping @Sendable (SocketSender) async throws -> Void,
        receiving: @escaping @Sendable (SocketMessage) async throws -> Void
    ) async throws {
        // `https` becomes `wss`, and `http` `ws`.
        let url = "ws" + endpoint.url(of: path).dropFirst("http".count)
        var headers = endpoint.headers.map { (name: $0.name.canonicalName, value: $0.value) }
        headers += endpoint.traceFields
        if let key = endpoint.key {
            switch credential {
            case .authorization(let scheme): headers.append(("Authorization", key.credential(scheme)))
            case .header(let name): headers.append((name, key.credential("")))
            case .none: break
            }
        }
        do {
            try await sockets.converse(url, headers: headers, sending: sending, receiving: receiving)
        } catch let failure as SocketFailure {
            throw error(of: failure)
        }
    }

    private func error(of failure: SocketFailure) -> ProviderError {
        switch failure.kind {
        case .refused(let status):
            let (failure, message) = dialect.read(status: status, body: Array(failure.message.utf8))
            return error(failure, message)
        case .unreachable, .broken: return error(.transient, failure.message)
        case .timeout: return error(.timeout, failure.message)
        case .certificate: return error(.unavailable, failure.message)
        // 1008: the server does not allow it; 1011 and others: it cannot continue.
        case .closed(let code):
            return error(code == 1_008 ? .rejected : .transient, "it closed the socket (\(code) \(failure.message))")
        case .badURL: return error(.rejected, failure.message)
        }
    }
}
