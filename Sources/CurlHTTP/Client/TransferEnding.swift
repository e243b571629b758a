internal import CCurl

/// What is known about a transfer that curl gave up, and the failure that follows from it for the caller.
struct TransferEnding {
    var code: CURLcode
    var target: RequestTarget
    /// Host and port of the proxy that the transfer went through, or may have gone through.
    var proxy: String?
    /// The proxy's answer to the CONNECT request; 0 if none was sent.
    var connectStatus: Int
    /// OpenSSL's verdict on the chain of certificates; 0 if the chain is valid.
    var verification: Int
    /// curl's own text. It is only searched and never shown, because it may quote the answer.
    var errorText: String
    var requestWasSent: Bool
    var headHasBegun: Bool
    var hasFinalHead: Bool

    var failure: HTTPFailure {
        var failure = reason
        failure.mayHaveBeenProcessed = requestWasSent && failure.kind != .proxy
        return failure
    }

    /// - Parameter proxy: host and port; nil if they are not known.
    static func refusal(of proxy: String?, status: Int) -> HTTPFailure {
        HTTPFailure(.proxy, "\(named(proxy)) refused with status \(status)", status: status)
    }

    private static func named(_ proxy: String?) -> String { proxy.map { "the proxy \($0)" } ?? "a proxy on the way" }

    private var host: String { target.host }

    private var reason: HTTPFailure {
        if connectStatus >= 300, !headHasBegun { return Self.refusal(of: proxy, status: connectStatus) }
        switch code {
        case CURLE_OK:
            return headHasBegun ? truncated : HTTPFailure(.malformed, "\(host) answered without a status")
        case CURLE_URL_MALFORMAT, CURLE_LOGIN_DENIED: return HTTPFailure(.badURL, "the URL cannot be read")
        case CURLE_COULDNT_RESOLVE_HOST: return HTTPFailure(.nameResolution, "the name \(host) is not known")
        case CURLE_COULDNT_RESOLVE_PROXY: return HTTPFailure(.proxy, "the name of \(Self.named(proxy)) is not known")
        case CURLE_COULDNT_CONNECT:
            return isOfProxy
                ? HTTPFailure(.proxy, "no server accepts connections at \(Self.named(proxy))")
                : HTTPFailure(.connection, "no server accepts connections at \(target.place)", isRefused: true)
        case CURLE_PROXY: return HTTPFailure(.proxy, "\(Self.named(proxy)) did not connect to \(host)")
        case CURLE_PEER_FAILED_VERIFICATION: return ofCertificate
        case CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CRL_BADFILE:
            return HTTPFailure(.certificate, "the file of trusted certificates cannot be read")
        case CURLE_SSL_CONNECT_ERROR:
            // The same code stands for a connection that broke during the handshake.
            let isBroken = ["SSL_ERROR_SYSCALL", "eset by peer"].contains { errorText.contains($0) }
            return isBroken
                ? HTTPFailure(.connection, "\(host) broke off the TLS handshake")
                : HTTPFailure(.certificate, "TLS with \(host) failed")
        case CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS:
            return HTTPFailure(.certificate, "TLS with \(host) failed")
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            return HTTPFailure(.malformed, "\(host) does not answer in HTTP")
        case CURLE_BAD_CONTENT_ENCODING: return HTTPFailure(.malformed, "the answer's compression is broken")
        case CURLE_FILESIZE_EXCEEDED: return HTTPFailure(.tooLarge, "the answer is too long")
        case CURLE_OUT_OF_MEMORY where requestWasSent && !hasFinalHead:
            // curl's own limit on one header line, 100 KB in 7.88.
            return HTTPFailure(.tooLarge, "a header field of the answer is too long")
        case CURLE_OPERATION_TIMEDOUT:
            return HTTPFailure(.timeout, "\(target.place) did not accept the connection in time", deadline: .connect)
        case CURLE_PARTIAL_FILE: return broken
        case CURLE_RECV_ERROR where errorText.contains("chunked-encoding"):
            return HTTPFailure(.malformed, "the answer's chunks are broken")
        default: return broken
        }
    }

    /// Whether the proxy failed: curl names the address that it could not connect to, and if that is not the host, it is the
    /// proxy.
    private var isOfProxy: Bool {
        let name = host.filter { !"[]".contains($0) }
        return proxy != nil && errorText.hasPrefix("Failed to connect to ")
            && !errorText.hasPrefix("Failed to connect to \(name) port \(target.port) after")
    }

    /// The connection is gone, or HTTP/2 cannot read what arrived on it. The failure depends on how far the exchange had got.
    private var broken: HTTPFailure {
        if headHasBegun { return truncated }
        return requestWasSent
            ? HTTPFailure(.reset, "\(host) closed the connection instead of answering")
            : HTTPFailure(.connection, "the connection to \(host) broke while the request was being sent")
    }

    private var truncated: HTTPFailure { HTTPFailure(.truncated, "the answer of \(host) broke off") }

    private var ofCertificate: HTTPFailure {
        // The numbers are OpenSSL's X509_V_ERR_…, which curl passes on; 1 stands for a chain that was not checked.
        let (fault, message): (HTTPFailure.CertificateFault, String) =
            switch verification {
            case 0, 1: (.wrongHost, "the certificate is not one for \(host)")
            case 9: (.notYetValid, "the certificate of \(host) is not valid yet")
            case 10: (.expired, "the certificate of \(host) has expired")
            case 18, 19: (.selfSigned, "the certificate of \(host) is signed by itself")
            case 20, 21: (.untrusted, "the certificate of \(host) is not signed by a trusted authority")
            default: (.other, "the certificate of \(host) cannot be verified")
            }
        return HTTPFailure(.certificate, message, certificateFault: fault)
    }
}
