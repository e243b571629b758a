import CurlHTTP
import HTTPTypes
import Plumbing
import StandIns
import Testing
import VerbioTesting

@Suite(
    "TLS", .serialized, .enabled(if: Certificates.program != nil, Comment(rawValue: Certificates.missing)),
    .timeLimit(.minutes(5)),
    .serialized)
final class TLSTests {
    let certificates: Certificates
    let client: HTTPClient

    init() throws {
        certificates = try Certificates()
        client = HTTPClient(configuration: HTTPClientConfiguration(authorities: certificates.authority), time: .patient)
    }

    deinit { certificates.remove() }

    private let script = answering { connection, request in
        try await connection.answer(200, "\(request.body.count)")
    }

    @Test("Given a configured authority, when a server presents its certificate, then it is trusted")
    func trusted() async throws {
        try await ScriptedServer.run(tls: certificates.serverContext(.good), script) { server in
            for number in 1...3 {
                let url = server.url(host: "localhost", scheme: "https")
                let response = try await client.send(
                    ClientRequest(.post, url, body: .bytes([UInt8](repeating: 1, count: 200_000))))
                #expect(try await response.body.collect() == Array("200000".utf8))
                #expect(response.timing.reused == (number > 1))
            }
            #expect(server.connections == 1)
        }
    }

    @Test(
        "Given a bad certificate, when a request is sent, then it is refused with the reason",
        arguments: [
            (Certificates.Kind.expired, "the certificate of localhost has expired"),
            (.notYetValid, "the certificate of localhost is not valid yet"),
            (.otherHost, "the certificate is not one for localhost"),
            (.selfSigned, "the certificate of localhost is signed by itself"),
            (.unknownAuthority, "the certificate of localhost is not signed by a trusted authority"),
        ])
    func refused(kind: Certificates.Kind, message: String) async throws {
        let requests = Locked(0)
        let script = answering { connection, _ in
            requests.withLock { $0 += 1 }
            try await connection.answer()
        }
        try await ScriptedServer.run(tls: certificates.serverContext(kind), script) { server in
            let request = ClientRequest(.get, server.url(host: "localhost", scheme: "https"))
            let failure = await failure { _ = try await client.send(request) }
            #expect(failure?.kind == .certificate)
            #expect(failure?.message == message)
            #expect(failure?.mayHaveBeenProcessed == false)
            #expect(requests.withLock { $0 } == 0)
        }
    }

    @Test("Given an authority that is not configured, when a server presents its certificate, then it is refused")
    func systemAuthorities() async throws {
        try await ScriptedServer.run(tls: certificates.serverContext(.good), script) { server in
            let request = ClientRequest(.get, server.url(host: "localhost", scheme: "https"))
            let failure = await failure { _ = try await HTTPClient(time: .patient).send(request) }
            #expect(failure?.kind == .certificate)
        }
    }

    @Test("Given a missing file of authorities, when a request is sent, then the failure says so")
    func missingAuthorities() async throws {
        let client = HTTPClient(configuration: HTTPClientConfiguration(authorities: "/nowhere.pem"), time: .patient)
        try await ScriptedServer.run(tls: certificates.serverContext(.good), script) { server in
            let request = ClientRequest(.get, server.url(host: "localhost", scheme: "https"))
            let failure = await failure { _ = try await client.send(request) }
            #expect(failure?.kind == .certificate)
            #expect(failure?.message == "the file of trusted certificates cannot be read")
        }
    }

    @Test(
        "Given a server without TLS, when a request over TLS is sent, then it fails unprocessed",
        arguments: [true, false])
    func noTLS(answers: Bool) async throws {
        let script: ScriptedServer.Script = { connection in
            if answers { try await connection.send("HTTP/1.1 400 Bad Request\r\n\r\n") }
        }
        try await ScriptedServer.run(script) { server in
            let request = ClientRequest(.get, server.url(host: "localhost", scheme: "https"))
            let failure = await failure { _ = try await client.send(request) }
            #expect(failure?.kind == (answers ? .certificate : .connection))
            #expect(failure?.mayHaveBeenProcessed == false)
        }
    }

    @Test("Given a body over TLS, when the connection breaks within it, then the body fails")
    func cutTLS() async throws {
        let script: ScriptedServer.Script = { connection in
            _ = try await connection.request()
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            try await connection.reset()
        }
        try await ScriptedServer.run(tls: certificates.serverContext(.good), script) { server in
            let body = try await client.send(
                ClientRequest(.get, server.url(host: "localhost", scheme: "https"))
            ).body
            let failure = await failure { _ = try await body.collect() }
            #expect(failure?.kind == .truncated)
        }
    }
}
