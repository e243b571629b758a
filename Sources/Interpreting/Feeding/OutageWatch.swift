internal import Plumbing
internal import Providers
internal import Resilience

/// Pauses a recording during an outage, so that its utterances do not fail one after the other.
///
/// While all providers of a stage are down, no further utterance is taken from the recording. If the outage lasts too long, or
/// the providers refuse the key, the run ends. Utterances in flight are reported as failed, and the resumed run repeats them. A
/// live conversation does not wait: its listeners get what is available.
struct OutageWatch: Sendable {
    let providers: ProviderSet
    /// How long an outage may last.
    let patience: Duration
    let time: TimeSource

    /// Returns when the providers may be called again.
    ///
    /// - Parameter isStopped: whether the end has been asked for, so that there is no reason to wait.
    /// - Returns: why the run cannot continue, in a clause for people; nil if it can.
    func wait(unless isStopped: () -> Bool) async throws -> String? {
        while !isStopped(), let (stage, availability) = worst {
            guard case .resting(let rest, let down) = availability else {
                return "no \(stage.rawValue) provider can be used" + (reason(stage).map { ": \($0)" } ?? "")
            }
            guard !availability.outlasts(patience) else {
                return
                    "every \(stage.rawValue) provider requests a pause of \(Int(rest.seconds.rounded(.up))) s or longer"
            }
            guard down < patience else {
                let time = "\(Int(down.seconds.rounded())) s"
                return !failures(stage).isEmpty && failures(stage).allSatisfy(\.isBusy)
                    ? "every \(stage.rawValue) provider has been busy for \(time)"
                    : "no \(stage.rawValue) provider has answered for \(time)"
            }
            // The wait goes in short steps, because a signal may ask for the end.
            try await time.sleep(min(rest, .milliseconds(500)))
        }
        return nil
    }

    /// The first failure of each provider of a stage.
    private func failures(_ stage: Stage) -> [ProviderError] {
        let first =
            switch stage {
            case .recognition: providers.recognizers.links.map(\.failures.first)
            case .translation: providers.translators.links.map(\.failures.first)
            case .synthesis: providers.synthesizers?.links.map(\.failures.first) ?? []
            }
        return first.compactMap(\.self)
    }

    /// The first failure of each provider of a stage, with what to do about it.
    private func reason(_ stage: Stage) -> String? {
        let told = failures(stage).map { error in
            "\(error.provider): \(error.message)" + (error.cure.map { "; \($0)" } ?? "")
        }
        return told.isEmpty ? nil : told.joined(separator: "; ")
    }

    /// The stage that is not ready, and its availability. A synthesizer that is refused does not prevent reading the text.
    private var worst: (stage: Stage, availability: CircuitBreaker.Availability)? {
        let availabilities: [(Stage, CircuitBreaker.Availability)] = [
            (.recognition, providers.recognizers.availability), (.translation, providers.translators.availability),
            (.synthesis, providers.synthesizers?.availability ?? .ready),
        ]
        if let refusing = availabilities.first(where: { $0.1 == .refusing && $0.0 != .synthesis }) { return refusing }
        return availabilities.first { if case .resting = $0.1 { true } else { false } }
    }
}
