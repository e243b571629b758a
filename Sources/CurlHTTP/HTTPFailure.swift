/// Why an exchange gave no complete answer. An answer with an error status is an answer, not a failure.
package struct HTTPFailure: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// libcurl is not installed, or its version cannot be used.
        case library
        /// The URL is invalid, or its scheme is neither http nor https.
        case badURL
        /// The host's name is not known.
        case nameResolution
        /// No server accepts connections at the address, or the connection broke before the request had been sent.
        case connection
        /// The proxy cannot be reached or refused the request; ``HTTPFailure/status`` says with what status.
        case proxy
        /// The certificate is not the host's, has expired, or is signed by an unknown authority; or TLS itself failed.
        case certificate
        /// One of the client's deadlines passed; ``HTTPFailure/deadline`` says which.
        case timeout
        /// The connection broke after the request had been sent, before an answer.
        case reset
        /// The answer broke off before its own end.
        case truncated
        /// The answer is not HTTP, or its compression is broken.
        case malformed
        /// The answer is larger than the request's limits.
        case tooLarge
    }

    package enum Deadline: String, Sendable, Hashable, CaseIterable {
        case connect, firstByte, progress, total
    }

    /// What is wrong with a certificate.
    package enum CertificateFault: Sendable, Hashable {
        case wrongHost, notYetValid, expired, selfSigned, untrusted, other
    }

    package var kind: Kind
    /// Which deadline passed, if one did.
    package var deadline: Deadline?
    /// The status that a proxy refused with, if it did.
    package var status: Int?
    /// What is wrong with the certificate, if one was checked.
    package var certificateFault: CertificateFault?
    /// Whether the host refuses connections at its port or cannot be reached at all, so that its server does not run.
    package var isRefused: Bool
    /// One clause in lower case without a full stop; never contains header values or bodies.
    package var message: String
    /// Whether the other side may have had the whole request, and so may have processed it and charged for it.
    package var mayHaveBeenProcessed: Bool

    package init(
        _ kind: Kind, _ message: String, deadline: Deadline? = nil, status: Int? = nil,
        certificateFault: CertificateFault? = nil, isRefused: Bool = false, mayHaveBeenProcessed: Bool = false
    ) {
        self.isRefused = isRefused
        self.kind = kind
        self.message = message
        self.deadline = deadline
        self.status = status
        self.certificateFault = certificateFault
        self.mayHaveBeenProcessed = mayHaveBeenProcessed
    }

    package var description: String { message }
}
