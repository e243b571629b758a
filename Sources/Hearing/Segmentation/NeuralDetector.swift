/// The network's judgement of a stream in frames of 10 ms, with edges refined by the sound above the noise.
///
/// The network detects speech in any noise and music. But it answers for 32 ms at once, and detects the first sound of a word
/// late and the silence after it later. The spectral detector knows to 10 ms when a sound began and ended, but not what it was.
struct NeuralDetector: Sendable {
    // The values were chosen on one half of a labelled set of recordings, and results were measured on the other half. The set
    // has silence, white and pink noise and music.

    /// Probability at which speech begins and below which it ends. The network's authors use 0.5 and 0.35, and add a fixed
    /// length for what it missed at the edges.
    static let enter: Float = 0.35
    static let exit: Float = 0.25
    /// Probability at which a sound of at most `isolated` frames after steady noise is speech.
    ///
    /// The network gives a low probability to a word that stands alone. Sounds found in this way are still no clicks, hiss or
    /// hum.
    private static let suspicion: Float = 0.2
    private static let isolated = 50
    /// Frames of noise alone before such a sound: music has no such gaps.
    private static let quiet = 60
    /// How far before the network's speech its first sound is searched for, in frames, and the longest dip within it.
    ///
    /// A breath and a hissed beginning belong to the word.
    static let reach = 60
    private static let dip = 15
    /// How long the network may continue after the last sound.
    private static let lag = 30
    /// How long a sound may continue after the network's speech and still belong to it.
    private static let hiss = 20
    /// The network's delay if sound before or after the speech hides its edge: music, another voice.
    private static let lateBegin = 5
    private static let lateEnd = 3

    /// Steps of digital silence (one second) after which the network is not asked again until there is sound.
    ///
    /// It then starts again from its initial state. The other side's channel is silent for half of a call.
    private static let muted = 31

    private static let samplesPerFrame = 160

    private var network: SpeechNetwork
    /// For the first second it is measured ahead of the network, and from then on in step with it.
    private var offset = SteadyOffset()
    /// Nil if the network hears every recording as it is.
    private var soft: SoftVoice?
    private var chunks = UtteranceBuffer.IndexedQueue<Step>()
    private var wasSpeech = false
    private var silentSteps = 0
    /// The number of frames for which a sound has stood above the noise, and the number without sound before it.
    private var soundFrames = 0
    private var quietFrames = 0

    /// The network's result for 32 ms.
    private struct Step: Sendable {
        var activity: Activity
        var probability: Float

        var isSuspicious: Bool { probability >= NeuralDetector.suspicion }
    }

    /// - Parameter raisesSoft: whether soft recordings are raised for the network.
    init(model: SpeechModel, raisesSoft: Bool) {
        network = SpeechNetwork(model: model)
        soft = raisesSoft ? SoftVoice() : nil
    }

    /// The number of frames that the network has judged.
    private(set) var framesKnown = 0

    /// The sample at which the next step begins.
    var firstSampleWanted: Int { chunks.end * SpeechNetwork.chunk }

    /// Asks the network about all complete steps, once there is a second of them.
    mutating func hear(_ samples: UtteranceBuffer.IndexedQueue<Float>) {
        while samples.end - offset.steps * SpeechNetwork.chunk >= SpeechNetwork.chunk {
            let start = offset.steps * SpeechNetwork.chunk
            samples.withElements(in: start..<(start + SpeechNetwork.chunk)) { offset.hear(NeuralDetector.mean(of: $0)) }
            if offset.steps >= SteadyOffset.window { askAboutMeasured(samples) }
        }
    }

    /// Ends the stream: asks the network about the rest, as if silence followed.
    mutating func finish(_ samples: UtteranceBuffer.IndexedQueue<Float>) {
        hear(samples)
        askAboutMeasured(samples)
        var rest = Array(samples[firstSampleWanted..<samples.end])
        if !rest.isEmpty {
            let constant = offset.value
            let power = rest.reduce(0) { $0 + ($1 - constant) * ($1 - constant) } / Float(rest.count)
            let gain = soft?.gain(for: power) ?? 1
            for index in rest.indices where constant != 0 || gain != 1 { rest[index] = (rest[index] - constant) * gain }
            rest += [Float](repeating: 0, count: SpeechNetwork.chunk - rest.count)
            rest.withUnsafeBufferPointer { hearChunk($0) }
        }
        framesKnown = .max
    }

    private mutating func askAboutMeasured(_ samples: UtteranceBuffer.IndexedQueue<Float>) {
        let constant = offset.value
        while chunks.end < offset.steps {
            let gain = soft?.gain(for: NeuralDetector.power(of: chunks.end, in: samples, less: constant)) ?? 1
            samples.withElements(in: firstSampleWanted..<(firstSampleWanted + SpeechNetwork.chunk)) { chunk in
                guard constant != 0 || gain != 1 else { return hearChunk(chunk) }
                chunk.map { ($0 - constant) * gain }.withUnsafeBufferPointer { hearChunk($0) }
            }
        }
    }

    private static func power(
        of step: Int, in samples: UtteranceBuffer.IndexedQueue<Float>, less constant: Float
    ) -> Float {
        let start = step * SpeechNetwork.chunk
        return samples.withElements(in: start..<(start + SpeechNetwork.chunk)) { chunk in
            chunk.reduce(0) { $0 + ($1 - constant) * ($1 - constant) } / Float(SpeechNetwork.chunk)
        }
    }

    private static func mean(of chunk: UnsafeBufferPointer<Float>) -> Float {
        FilterBank.sum(chunk) / Float(SpeechNetwork.chunk)
    }

    private mutating func hearChunk(_ chunk: UnsafeBufferPointer<Float>) {
        let isSilent = chunk.allSatisfy { $0 == 0 }
        if !isSilent, silentSteps > NeuralDetector.muted { network.reset() }
        silentSteps = isSilent ? silentSteps + 1 : 0
        let probability = silentSteps > NeuralDetector.muted ? 0 : network.probability(of: chunk)
        wasSpeech = probability >= (wasSpeech ? NeuralDetector.exit : NeuralDetector.enter)
        chunks.append(
            Step(
                activity: probability >= NeuralDetector.enter ? .strong : wasSpeech ? .weak : .silent,
                probability: probability))
        // A frame belongs to the step that contains its middle.
        framesKnown = (firstSampleWanted - NeuralDetector.samplesPerFrame / 2 - 1) / NeuralDetector.samplesPerFrame + 1
    }

    /// Judges a frame; the frames must be judged in order.
    ///
    /// - Parameter sound: the spectral detector's result for the frame.
    /// - Returns: the activity, and the network's probability that the frame is speech, 0 to 1.
    mutating func judge(_ frame: Int, _ sound: Activity) -> (activity: Activity, probability: Float) {
        if sound == .silent {
            quietFrames = soundFrames > 0 ? 1 : quietFrames + 1
            soundFrames = 0
        } else {
            soundFrames += 1
        }
        let middle = frame * NeuralDetector.samplesPerFrame + NeuralDetector.samplesPerFrame / 2
        let chunk = min(middle / SpeechNetwork.chunk, chunks.end - 1)
        guard chunk >= chunks.start else { return (.silent, 0) }
        chunks.discard(before: chunk)
        let step = chunks[chunk]
        let isAlone = soundFrames <= NeuralDetector.isolated && quietFrames >= NeuralDetector.quiet
        let isWord = step.isSuspicious && sound == .strong && isAlone
        return (step.activity == .silent && isWord ? .strong : step.activity, step.probability)
    }

    /// The beginning of the sound with which the network's speech begins at a frame; nil if none begins there.
    func begin(of frame: Int, in frames: UtteranceBuffer.IndexedQueue<UtteranceBuffer.Frame>) -> Int? {
        guard frames[frame].activity == .strong else { return nil }
        if frame > frames.start, frames[frame - 1].activity != .silent { return nil }
        var first = frame
        var dip = 0
        for earlier in stride(from: frame, through: max(frames.start, frame - NeuralDetector.reach), by: -1) {
            dip = frames[earlier].isProminent ? 0 : dip + 1
            if dip == 0 { first = earlier }
            if dip > NeuralDetector.dip { return first }
        }
        return max(frames.start, frame - NeuralDetector.lateBegin)
    }

    /// The end of the sound after which the network's silence begins at a frame; nil if none begins there.
    func end(before frame: Int, in frames: UtteranceBuffer.IndexedQueue<UtteranceBuffer.Frame>) -> Int? {
        guard frame > frames.start, frames[frame].activity == .silent, frames[frame - 1].activity != .silent else {
            return nil
        }
        let last = frame - 1
        let earliest = max(frames.start, frame - NeuralDetector.lag)
        let sound = stride(from: last, through: earliest, by: -1).first { frames[$0].isProminent }
        guard let sound, sound < last else { return last - NeuralDetector.lateEnd }
        return min(last, sound + NeuralDetector.fading(after: sound, until: last, in: frames))
    }

    /// The same speech extended by the sound after its last frame, if that sound ended soon.
    ///
    /// The network stops before the end of a hiss.
    func completed(
        _ speech: EndpointingState.Speech, before limit: Int,
        in frames: UtteranceBuffer.IndexedQueue<UtteranceBuffer.Frame>
    ) -> EndpointingState.Speech {
        let end = min(limit, frames.end, speech.last + 1 + NeuralDetector.hiss)
        guard let quiet = (speech.last + 1..<max(end, speech.last + 1)).first(where: { !frames[$0].isProminent }) else {
            return speech
        }
        return EndpointingState.Speech(first: speech.first, last: quiet - 1)
    }

    /// The number of frames for which a voice continues below the noise: the higher the noise is, the longer.
    private static func fading(
        after sound: Int, until last: Int, in frames: UtteranceBuffer.IndexedQueue<UtteranceBuffer.Frame>
    ) -> Int {
        let voice = (max(frames.start, sound - 100)...sound).reduce(Float(0)) { max($0, frames[$1].bands.total) }
        let noise = (sound + 1...last).reduce(Float(0)) { $0 + frames[$1].bands.total } / Float(last - sound)
        return voice > noise * 3_000 ? 1 : voice > noise * 300 ? 3 : 6
    }
}
