import Foundation
import Glibc
import NIOCore
import NIOPosix
import StandIns
import Testing
import VerbioTesting

/// The program `nghttpx` in front of a stand-in: it speaks HTTP/2 over TLS with the client.
struct HTTP2Proxy {
    /// The program; nil if it is not installed.
    static let program = ["/usr/sbin/nghttpx", "/usr/bin/nghttpx", "/usr/local/bin/nghttpx"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The reason for which a test is skipped if the program is missing.
    static let missing: Comment = "nghttpx is missing; install the package nghttp2-proxy"

    struct NotStarted: Error { var log: String }

    let port: Int

    func url(_ path: String) -> String { "https://localhost:\(port)\(path)" }

    /// Runs the proxy while the test runs.
    ///
    /// - Throws: ``NotStarted``, or the error of the test.
    static func run(
        before server: StandInServer, _ certificates: Certificates, _ body: (HTTP2Proxy) async throws -> Void
    ) async throws {
        // This also writes the certificate and its key.
        _ = try certificates.serverContext(.good)
        let log = certificates.folder.appending(path: "nghttpx.log").path
        // nghttpx does not choose its port. Another program may take a port that was free just now.
        for _ in 1...5 {
            let port = try await freePort()
            let program = try Program(
                program ?? "nghttpx",
                [
                    "--conf=/dev/null", "--single-process", "--workers=1", "--log-level=NOTICE", "--no-ocsp",
                    "--frontend=127.0.0.1,\(port)", "--backend=127.0.0.1,\(server.port)", "good.key", "good.pem",
                ], folder: certificates.folder.path, output: log, errors: log)
            await program.wait { (try? String(contentsOfFile: log, encoding: .utf8))?.contains("Listening on") == true }
            guard program.isRunning else { continue }
            do { try await body(HTTP2Proxy(port: port)) } catch { Issue.record(error) }
            kill(program.pid, SIGTERM)
            _ = await program.end()
            return
        }
        throw NotStarted(log: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
    }

    private static func freePort() async throws -> Int {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        defer { listener.close(promise: nil) }
        return listener.localAddress?.port ?? 0
    }
}
