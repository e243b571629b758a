import Foundation
import Providers
import StandIns
import Testing
import VerbioTesting

/// A recorded answer, and an adapter that is given it.
struct Replay: Sendable, CustomTestStringConvertible {
    let row: ProviderFixture
    let adapter: AdapterCase

    var testDescription: String { "\(row.file) → \(adapter.name)" }

    static let rows = try! ProviderFixtures.all()

    /// Every row of these kinds with every adapter whose request it may answer.
    static func all(_ kinds: Set<ProviderFixture.Kind>) -> [Replay] {
        rows.filter { kinds.contains($0.kind) && NotApplicable.reasons[$0.file] == nil }
            .flatMap { row in adapters(for: row).map { Replay(row: row, adapter: $0) } }
    }

    /// A whole answer may come even if a stream was requested; a stream comes only if it was requested.
    static func adapters(for row: ProviderFixture) -> [AdapterCase] {
        AdapterCases.all.filter { adapter in
            adapter.takes(row.provider, row.endpoint) && (adapter.streams || !row.isEventStream)
                && (NotApplicable.adapters[row.file].map { !$0.contains(adapter.name) } ?? true)
        }
    }

    /// Calls the adapter in front of a stand-in that gives this answer.
    ///
    /// A vendor that answers in several requests gives it to the request that the row names, and good answers to the others.
    func outcome(pieces: StandInAnswer.Pieces = .whole) async throws -> Outcome {
        let answer = try StandInAnswer.fixture(row).inPieces(pieces)
        let (isStep, endpoint) = (Self.inSteps.contains(row.provider), row.endpoint)
        return try await withStandIn {
            guard isStep, !Self.isMeant($0, by: endpoint) else { return answer }
            return try EchoStandIn.answer($0)
        } test: { server in
            await adapter.adapter(at: server.url, time: Self.pinned).call()
        }
    }

    private static let inSteps: Set = ["assemblyai", "soniox", "gladia"]

    /// Whether the request is one of an endpoint such as `GET /v2/transcript/{id}`.
    private static func isMeant(_ request: RecordedRequest, by endpoint: String) -> Bool {
        let parts = endpoint.split(separator: " ").flatMap { $0.split(separator: "/") }
        let sent = [Substring(request.method)] + request.path.split(separator: "/")
        return parts.count == sent.count && zip(parts, sent).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
    }
}

extension ProviderFixture {
    var isEventStream: Bool {
        guard let bytes = try? bytes, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return false }
        return String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased().contains("text/event-stream")
    }
}
