import Foundation
import NIOSSL
import Plumbing
import StandIns
import Testing
import VerbioTesting

@testable import VerbioServer

@Suite(
    "HTTPS", .serialized, .timeLimit(.minutes(2)),
    .enabled(if: Certificates.program != nil, Comment(rawValue: Certificates.missing)))
struct TLSTests {
    /// Files for a server, and what its clients trust.
    private struct Place {
        let certificates: Certificates
        let trust: NIOSSLContext
        let time = ManualTime()

        init() throws {
            certificates = try Certificates()
            var client = TLSConfiguration.makeClientConfiguration()
            client.trustRoots = .file(certificates.authority)
            trust = try NIOSSLContext(configuration: client)
            try renew()
        }

        /// Makes another certificate and another key in the same files.
        func renew() throws { _ = try certificates.serverContext(.good) }

        var files: ServerConfiguration.TLSFiles {
            .init(certificate: file("good.pem"), key: file("good.key"))
        }

        func file(_ name: String) -> String { certificates.folder.appending(path: name).path }

        func run(
            _ moreRoutes: [any Route.Type] = [], _ body: (RunningServer) async throws -> Void
        ) async throws {
            defer { certificates.remove() }
            var configuration = ServerConfiguration.test()
            configuration.tls = files
            try await withServer(time: time.source, configuration: configuration, moreRoutes: moreRoutes, body)
        }

        /// One request on its own connection.
        func get(
            _ server: RunningServer, _ target: String = "/api/health", fields: [String] = []
        ) async throws -> (answer: HTTPConnection.Answer, certificate: NIOSSLCertificate?) {
            let connection = try await HTTPConnection.open(server.port, tls: trust)
            try await connection.send(.head("GET", target, fields: fields))
            let answer = try await connection.answer()
            // A server that has closed the connection after its answer has taken the certificate with it.
            let certificate = try? await connection.peerCertificate()
            await connection.close()
            return (answer, certificate)
        }
    }

    @Test(
        "given a certificate, when a client trusts its authority, then it is served, and the description has the address"
    )
    func served() async throws {
        let place = try Place()
        try await place.run { server in
            #expect(try await place.get(server).answer.status == 200)
            let described = try await place.get(server, "/openapi.yaml").answer.text
            #expect(described.contains("\n  - url: \"https://127.0.0.1:\(server.port)\"\n"))
            for (scheme, status) in [("https", 200), ("http", 403)] {
                let answer = try await place.get(
                    server, fields: ["Host: localhost:1234", "Origin: \(scheme)://localhost:1234"]
                ).answer
                #expect(answer.status == status)
            }
        }
    }

    @Test("given a request over TLS, when its host is not localhost, then the answer tells browsers to keep to HTTPS")
    func strict() async throws {
        let place = try Place()
        try await place.run { server in
            for (host, field) in [("127.0.0.1", "max-age=31536000"), ("localhost", nil), ("localhost:1234", nil)] {
                for target in ["/", "/api/health", "/nothing"] {
                    let answer = try await place.get(server, target, fields: ["Host: \(host)"]).answer
                    #expect(answer.fields["strict-transport-security"] == field, "\(host) \(target)")
                }
            }
        }
    }

    @Test("given a WebSocket over TLS, then messages go both ways")
    func socket() async throws {
        let place = try Place()
        try await place.run([EchoRoute.self]) { server in
            let connection = try await HTTPConnection.open(server.port, tls: place.trust)
            let client = try await Client.upgrade(connection)
            #expect(client.status == 101)
            try await client.send(.text("hello"))
            #expect(try await client.frame() == .text("hello"))
            await client.leave()
        }
    }

    @Test("given files that change, when they are read again, then new connections get the new certificate")
    func renewed() async throws {
        let place = try Place()
        try await place.run { server in
            let first = try #require(try await place.get(server).certificate)
            try place.renew()
            var now = first
            while now == first {
                place.time.advance(by: CertificateFiles.interval)
                now = try #require(try await place.get(server).certificate)
            }
            #expect(server.log.all.contains { $0.hasPrefix("the certificate has changed") })
            // Unusable files leave the last good ones in place.
            try Data("no key".utf8).write(to: URL(fileURLWithPath: place.files.key))
            while !server.log.all.contains(where: { $0.hasPrefix("the certificate cannot be read") }) {
                place.time.advance(by: CertificateFiles.interval)
                await Task.yield()
            }
            #expect(try await place.get(server).certificate == now)
        }
    }

    @Test("given a client that does not speak TLS, then it gets nothing, and others are served")
    func plain() async throws {
        let place = try Place()
        try await place.run { server in
            let connection = try await server.open()
            try await connection.send(.head("GET", "/api/health"))
            await #expect(throws: (any Error).self) { _ = try await connection.head() }
            await connection.close()
            #expect(try await place.get(server).answer.status == 200)
        }
    }

    @Test("given files that are no certificate and its key, when the server starts, then it says so")
    func unusable() async throws {
        let place = try Place()
        defer { place.certificates.remove() }
        for (certificate, key) in [
            (place.files.key, place.files.key), (place.files.certificate, place.file("authority.key")),
            (place.file("none.pem"), place.files.key),
        ] {
            var configuration = ServerConfiguration.test()
            configuration.tls = .init(certificate: certificate, key: key)
            let error = await #expect(throws: Problem.self) {
                try await withServer(configuration: configuration) { _ in }
            }
            #expect(error?.code == "server.tls")
        }
    }
}
