import CurlHTTP
import Plumbing
import Providers
import StandIns
import Testing
import VerbioTesting

/// A provider that cannot prove its identity receives neither speech nor the key.
@Suite(
    "Certificates of providers", .enabled(if: Certificates.program != nil, Comment(rawValue: Certificates.missing)),
    .timeLimit(.minutes(10)))
struct CertificateTests {
    @Test("Given a bad certificate, when an adapter calls, then nothing is sent and the error says why")
    func certificates() async throws {
        let certificates = try Certificates()
        defer { certificates.remove() }
        let client = HTTPClient(
            configuration: HTTPClientConfiguration(authorities: certificates.authority), time: .patient)
        for kind in Certificates.Kind.allCases {
            let context = try certificates.serverContext(kind)
            try await withStandIn(tls: context) {
                try EchoStandIn.answer($0)
            } test: { server in
                for adapter in AdapterCases.all {
                    let outcome = await adapter.adapter(at: "https://localhost:\(server.port)", client: client)
                        .call("Quite Quiet.")
                    expect(outcome, of: adapter, kind)
                }
                // Some adapters need several requests for an answer.
                let count = server.requests.count
                #expect(kind == .good ? count >= AdapterCases.all.count : count == 0, "\(kind)")
            }
        }
        await client.shutdown()
    }

    private func expect(_ outcome: Outcome, of adapter: AdapterCase, _ kind: Certificates.Kind) {
        guard kind != .good else {
            #expect(outcome.isAnswer, "\(adapter): \(outcome.error.map { "\($0)" } ?? "")")
            return
        }
        guard let error = outcome.error as? ProviderError else {
            Issue.record("\(adapter), \(kind): an answer")
            return
        }
        #expect(error.failure == .unavailable, "\(adapter), \(kind): \(error)")
        #expect(error.message.contains("certificate"), "\(adapter), \(kind): \(error)")
        #expect(!"\(error)".contains(AdapterCase.key))
    }
}
