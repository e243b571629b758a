/// The state of the stream between silence and speech, as pure logic over frame numbers, without audio or a clock.
///
/// ```
///           sound                 long enough
///   quiet ────────▶ starting ────────────────▶ speaking ◀──────────┐
///     ▲                │ too short                │ silence        │ sound again
///     └────────────────┘                          ▼                │
///     └──────────────── silence long enough ── stopping ───────────┘
/// ```
enum EndpointingState: Sendable, Hashable {
    case quiet
    /// Sound that may be a click.
    case starting(Burst)
    case speaking(Speech)
    /// Silence that may be a pause, and the sound in it that may be a click.
    case stopping(Speech, resumption: Burst?)

    /// Sound without a larger dip in it.
    struct Burst: Sendable, Hashable {
        var first: Int
        var last: Int
        var strongFrames: Int
    }

    /// From the first voiced frame to the last one so far.
    struct Speech: Sendable, Hashable {
        var first: Int
        var last: Int
    }

    /// Lengths in frames.
    struct Rules: Sendable, Hashable {
        var onset: Int
        var resumption: Int
        var dip: Int
        var endSilence: Int
        var patienceStart: Int
        var patienceEnd: Int
        var patienceFloor: Int

        /// The silence that ends an utterance, as a function of the length of its speech.
        func requiredSilence(after speech: Int) -> Int {
            guard speech > patienceStart, endSilence > patienceFloor else { return endSilence }
            guard speech < patienceEnd else { return patienceFloor }
            let way = speech - patienceStart
            return endSilence - (endSilence - patienceFloor) * way / (patienceEnd - patienceStart)
        }
    }

    /// The current speech, if any.
    var speech: Speech? {
        switch self {
        case .quiet, .starting: nil
        case .speaking(let speech), .stopping(let speech, _): speech
        }
    }

    /// The first frame that may still become the beginning of speech.
    var firstFrameOfInterest: Int? {
        switch self {
        case .quiet: nil
        case .starting(let burst): burst.first
        case .speaking(let speech), .stopping(let speech, _): speech.first
        }
    }

    /// The first frame of the sound that may end a pause.
    var firstFrameOfResumption: Int? {
        if case .stopping(_, let resumption?) = self { resumption.first } else { nil }
    }

    /// Takes the next frame.
    ///
    /// - Parameters:
    ///   - since: the true beginning of the sound that begins with this frame, if it is earlier.
    ///   - until: the true end of the sound that ends with this frame, if it is earlier.
    /// - Returns: the speech that ended with the frame.
    mutating func advance(
        frame: Int, since: Int? = nil, until: Int? = nil, _ activity: Activity, _ rules: Rules
    ) -> Speech? {
        switch self {
        case .quiet:
            let burst = EndpointingState.continued(nil, frame, since: since, activity, rules)
            self = burst.map(EndpointingState.starting) ?? .quiet
            settle(rules)
            return nil

        case .starting(let burst):
            let burst = EndpointingState.continued(burst, frame, activity, rules)
            self = burst.map(EndpointingState.starting) ?? .quiet
            settle(rules)
            return nil

        case .speaking(var speech):
            if activity == .silent {
                if let until { speech.last = max(speech.first, min(speech.last, until)) }
                self = .stopping(speech, resumption: nil)
                return endIfSilent(frame, rules)
            }
            speech.last = frame
            self = .speaking(speech)
            return nil

        case .stopping(var speech, let resumption):
            let since = since.map { max($0, speech.last + 1) }
            let burst = EndpointingState.continued(resumption, frame, since: since, activity, rules)
            if let burst, burst.strongFrames >= rules.resumption {
                speech.last = burst.last
                self = .speaking(speech)
                return nil
            }
            self = .stopping(speech, resumption: burst)
            return endIfSilent(frame, rules)
        }
    }

    /// Continues after a cut before frame `cut`. If its later frames hold sound, `firstVoiced` is the first one.
    mutating func cut(before cut: Int, firstVoiced: Int?) {
        guard let speech else { return }
        if speech.last >= cut {
            let rest = Speech(first: min(firstVoiced ?? speech.last, speech.last), last: speech.last)
            if case .stopping(_, let resumption) = self {
                self = .stopping(rest, resumption: resumption)
            } else {
                self = .speaking(rest)
            }
        } else if case .stopping(_, let resumption?) = self, resumption.first >= cut {
            self = .starting(resumption)
        } else {
            self = .quiet
        }
    }

    private mutating func settle(_ rules: Rules) {
        if case .starting(let burst) = self, burst.strongFrames >= rules.onset {
            self = .speaking(Speech(first: burst.first, last: burst.last))
        }
    }

    private mutating func endIfSilent(_ frame: Int, _ rules: Rules) -> Speech? {
        guard case .stopping(let speech, let resumption) = self else { return nil }
        let required = rules.requiredSilence(after: speech.last - speech.first + 1)
        guard frame - speech.last >= required else { return nil }
        self = resumption.map(EndpointingState.starting) ?? .quiet
        return speech
    }

    /// The burst with one more frame, or a new burst, or none.
    private static func continued(
        _ burst: Burst?, _ frame: Int, since: Int? = nil, _ activity: Activity, _ rules: Rules
    ) -> Burst? {
        switch (burst, activity) {
        case (nil, .strong):
            return Burst(first: min(frame, since ?? frame), last: frame, strongFrames: 1)
        case (nil, _):
            return nil
        case (var burst?, .strong):
            burst.last = frame
            burst.strongFrames += 1
            return burst
        case (var burst?, .weak):
            burst.last = frame
            return burst
        case (let burst?, .silent):
            return frame - burst.last > rules.dip ? nil : burst
        }
    }
}
