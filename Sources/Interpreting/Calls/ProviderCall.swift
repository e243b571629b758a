internal import Providers
internal import Resilience

/// One provider of a stage, called for one utterance.
struct ProviderCall<Provider: Sendable>: Sendable {
    let stage: Stage
    /// The provider's index in its chain, from 0.
    let index: Int
    let link: ProviderChain<Provider>.Link
    /// Whether only this provider can continue work it has begun, so that no other provider is called instead.
    var isPinned = false

    var provider: Provider { link.provider }

    func pinned(_ isPinned: Bool = true) -> Self {
        var copy = self
        copy.isPinned = isPinned
        return copy
    }
}
