package import Foundation
package import NIOSSL
internal import VerbioTesting

/// An authority and certificates it has signed, made by the `openssl` program for the duration of a test.
package struct Certificates: Sendable {
    /// The kinds of certificate that a server can present.
    package enum Kind: String, CaseIterable, Sendable {
        case good, expired, notYetValid, otherHost, selfSigned, unknownAuthority
    }

    /// The program; nil if it is not installed.
    package static let program = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The reason for which a test is skipped if the program is missing.
    package static let missing = "the openssl program is missing; install the package openssl"

    /// Holds the keys and certificates until ``remove()``.
    package let folder: URL

    /// A file with the authority's own certificate.
    package var authority: String { folder.appending(path: "authority.pem").path }

    /// - Throws: ``Failed`` if the program fails, or an error of the file system.
    package init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "certificates-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in ["authority", "stranger"] {
            try openssl(
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
                "/CN=\(name)", "-days", "2", "-keyout", "\(name).key", "-out", "\(name).pem")
        }
    }

    /// Deletes the folder.
    package func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The context with which a server presents a certificate of this kind for `localhost`.
    ///
    /// - Parameter protocols: the protocols that it offers in the handshake, such as `h2`.
    /// - Throws: as ``init()``.
    package func serverContext(_ kind: Kind, protocols: [String] = []) throws -> NIOSSLContext {
        let name = kind.rawValue
        let host = kind == .otherHost ? "example.com" : "localhost"
        try Data("subjectAltName=DNS:\(host)\n".utf8).write(to: folder.appending(path: "\(name).ext"))
        try openssl(
            "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=\(host)",
            "-keyout", "\(name).key", "-out", "\(name).csr")
        let signer =
            switch kind {
            case .selfSigned: ["-signkey", "\(name).key"]
            case .unknownAuthority: ["-CA", "stranger.pem", "-CAkey", "stranger.key", "-CAcreateserial"]
            default: ["-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial"]
            }
        if kind == .expired || kind == .notYetValid {
            try signWithDates(kind)
        } else {
            try openssl(
                ["x509", "-req", "-in", "\(name).csr", "-out", "\(name).pem", "-days", "2", "-extfile", "\(name).ext"]
                    + signer)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(folder.appending(path: "\(name).pem").path).map {
                .certificate($0)
            },
            privateKey: .privateKey(
                try NIOSSLPrivateKey(file: folder.appending(path: "\(name).key").path, format: .pem)))
        configuration.applicationProtocols = protocols
        return try NIOSSLContext(configuration: configuration)
    }

    /// Signs a certificate with past or future dates. Only `openssl ca` can do that, and it needs a database file.
    private func signWithDates(_ kind: Kind) throws {
        let name = kind.rawValue
        let settings = """
            [ca]
            default_ca = test
            [test]
            database = \(name).index
            new_certs_dir = .
            serial = \(name).serial
            default_md = sha256
            policy = any
            [any]
            commonName = supplied
            """
        try Data(settings.utf8).write(to: folder.appending(path: "\(name).conf"))
        try Data().write(to: folder.appending(path: "\(name).index"))
        try Data("01\n".utf8).write(to: folder.appending(path: "\(name).serial"))
        let dates = kind == .expired ? ["200101000000Z", "210101000000Z"] : ["480101000000Z", "490101000000Z"]
        try openssl(
            "ca", "-batch", "-config", "\(name).conf", "-in", "\(name).csr", "-out", "\(name).pem", "-notext", "-cert",
            "authority.pem", "-keyfile", "authority.key", "-extfile", "\(name).ext", "-startdate", dates[0], "-enddate",
            dates[1])
    }

    /// The error if the program ended with another status than 0.
    package struct Failed: Error { package var arguments: [String] }

    private func openssl(_ arguments: String...) throws { try openssl(arguments) }

    private func openssl(_ arguments: [String]) throws {
        let program = try Program(Self.program ?? "openssl", arguments, folder: folder.path)
        guard program.wait() == 0 else { throw Failed(arguments: arguments) }
    }
}
