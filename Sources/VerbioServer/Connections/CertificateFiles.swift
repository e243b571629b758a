internal import HummingbirdTLS
internal import Logging
internal import NIOCertificateReloading
internal import NIOSSL
internal import Plumbing
internal import ServiceLifecycle

/// The certificate and the private key of the server, read again while it runs: a renewed certificate needs no restart.
///
/// Connections that are open keep the certificate that they began with. If the files cannot be used, the last good ones stay.
struct CertificateFiles: Service {
    /// How often the files are read.
    static let interval: Duration = .seconds(10)

    private let reloader: TimedCertificateReloader
    private let time: TimeSource

    /// - Throws: ``Problem`` of kind `usage`, code `server.tls`, if the files are no certificate and its key.
    init(_ files: ServerConfiguration.TLSFiles, logger: Logger, time: TimeSource) throws {
        self.time = time
        // The service below asks for each reading itself, by the clock that it is given.
        let configuration = TimedCertificateReloader.Configuration(
            refreshInterval: Self.interval,
            certificateSource: .init(location: .file(path: files.certificate), format: .pem),
            privateKeySource: .init(location: .file(path: files.key), format: .pem)
        ) { configuration in
            configuration.onCertificateLoaded = { change in
                guard let before = change.previousCertificateChain, before != change.currentCertificateChain else {
                    return
                }
                logger.notice("the certificate has changed")
            }
            configuration.onCertificateLoadFailed = { failure in
                logger.warning(
                    "the certificate cannot be read, so the last one stays",
                    metadata: [
                        "error": "\(failure.error)"
                    ])
            }
        }
        do {
            reloader = try .makeReloaderValidatingSources(configuration: configuration)
            _ = try NIOSSLContext(configuration: try .makeServerConfiguration(certificateReloader: reloader))
        } catch {
            throw Problem(
                .usage, "server.tls", "the certificate or its key cannot be used (\(error))", at: files.certificate,
                cure: "give a chain of certificates and the key of the first one, both as PEM")
        }
    }

    /// The configuration of connections; TLS 1.2 at least.
    func tls() throws -> TLSConfiguration {
        var configuration = try TLSConfiguration.makeServerConfiguration(certificateReloader: reloader)
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await time.sleep(Self.interval)
                // A failure is logged by the reloader, and the last good files stay.
                try? reloader.reload()
            }
        }
    }
}
