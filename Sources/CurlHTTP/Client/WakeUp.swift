/// Tasks that wait for an exchange no longer, and what they are woken with. Whoever holds it wakes them, once.
struct WakeUp: Sendable {
    /// Who waits, and what for has come.
    struct Ready: Sendable {
        var head: (waiter: UnsafeContinuation<Exchange.Head, any Error>, head: Exchange.Head)?
        var reader: (waiter: UnsafeContinuation<[UInt8]?, any Error>, bytes: [UInt8])?

        var isNobody: Bool { head == nil && reader == nil }
    }

    /// Who waits in vain.
    struct Ended: Sendable {
        var outcome: Exchange.Outcome
        var head: UnsafeContinuation<Exchange.Head, any Error>?
        var reader: UnsafeContinuation<[UInt8]?, any Error>?
        var uploader: CheckedContinuation<Bool, Never>?
        var pump: Task<Void, Never>?
    }

    var ready: Ready
    var ended: Ended?

    func callAsFunction() {
        ended?.pump?.cancel()
        ended?.uploader?.resume(returning: false)
        if let head = ready.head { head.waiter.resume(returning: head.head) }
        if let reader = ready.reader { reader.waiter.resume(returning: reader.bytes) }
        switch ended?.outcome {
        case nil: break
        case .complete?: ended?.reader?.resume(returning: nil)
        case .failed(let error)?:
            ended?.head?.resume(throwing: error)
            ended?.reader?.resume(throwing: error)
        }
    }
}
