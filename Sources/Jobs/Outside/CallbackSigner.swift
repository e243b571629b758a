internal import Crypto
internal import FoundationEssentials
internal import Plumbing

/// Signs what a callback is sent, so that its receiver can distinguish it from forged requests.
package struct CallbackSigner: Sendable {
    private let secret: SymmetricKey

    /// - Parameter secret: the receiver has the same; its UTF-8 bytes are the key.
    package init(secret: String) { self.secret = SymmetricKey(data: Data(secret.utf8)) }

    /// The value of `Verbio-Signature`: `t=SECONDS,v1=HEX`, where HEX is the HMAC-SHA256 of `SECONDS.BODY`.
    ///
    /// - Parameter seconds: the time of the attempt since 1970. A receiver refuses old ones, so that nothing can be replayed.
    package func signature(of body: [UInt8], at seconds: Int64) -> String {
        var code = HMAC<SHA256>(key: secret)
        code.update(data: Data("\(seconds).".utf8))
        code.update(data: Data(body))
        return "t=\(seconds),v1=\(code.finalize().hexadecimal)"
    }
}
