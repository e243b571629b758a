package import Providers

/// An amount that several runs share, such as the daily money of a key.
///
/// An amount is taken before it is used. So runs at the same time cannot use the same amount.
package protocol Allowance: Sendable {
    /// Takes time of audio before it is heard.
    ///
    /// - Returns: false if there is not enough left.
    func take(audioMilliseconds: Int) async throws -> Bool

    /// Reserves the cost estimate of a call before the call is made.
    ///
    /// - Returns: nil if there is not enough left.
    func reserve(_ amount: Money) async throws -> Reservation?

    /// Whether calls of a provider may be made.
    func allows(provider name: String) -> Bool

    /// Whether a voice may speak; nil is the engine's own choice.
    func allows(voice name: String?) -> Bool

    /// Whether a recording of this length may be heard at all, if its length is known before.
    func admits(seconds: Double) -> Bool

    /// Whether there is a limit of money, so that the price of each provider must be known.
    var limitsMoney: Bool { get }
}

extension Allowance {
    package func allows(provider name: String) -> Bool { true }
    package func allows(voice name: String?) -> Bool { true }
    package func admits(seconds: Double) -> Bool { true }
}

/// An amount of money that was reserved for a call.
package struct Reservation: Sendable {
    private let settlement: @Sendable (Money) -> Void

    /// - Parameter settlement: receives what the call has cost.
    package init(settlement: @escaping @Sendable (_ spent: Money) -> Void) { self.settlement = settlement }

    /// Ends the reservation. It is called once.
    package func settle(spent: Money) { settlement(spent) }
}
