/// The network's view of a stream in frames of 10 ms, with the edges sharpened by what stands above the noise.
///
/// The network hears that somebody speaks, in any noise and music, but answers for 32 ms at once, hears the first sound of a
/// word late and its silence later. The spectral detector knows to 10 ms when a sound began and ended, but not what it was.
struct NeuralDetector: Sendable {
    /// Probability at which speech begins and below which it ends: those of the network's authors.
    nonisolated(unsafe) static var enter: Float = 0.5
    nonisolated(unsafe) static var exit: Float = 0.35
    /// How far before the network's speech its first sound may lie, and how long after the last sound the network may go on.
    nonisolated(unsafe) static var reach = 20
    nonisolated(unsafe) static var lag = 14
    nonisolated(unsafe) static var beginBlind = 3
    nonisolated(unsafe) static var endBlind = 6
    /// A dip that does not break a sound, in frames.
    nonisolated(unsafe) static var dip = 3

    private static let samplesPerFrame = 160

    private var network: SpeechNetwork
    private var chunks = UtteranceBuffer.Shelf<Activity>()
    private var wasSpeech = false

    init(model: SpeechModel) { network = SpeechNetwork(model: model) }

    /// Frames about which the network has been asked.
    private(set) var framesKnown = 0

    /// Where the next step begins.
    var firstSampleWanted: Int { chunks.end * SpeechNetwork.chunk }

    /// Asks about all steps that are complete.
    mutating func hear(_ samples: UtteranceBuffer.Shelf<Float>) {
        while samples.end - firstSampleWanted >= SpeechNetwork.chunk {
            samples.withElements(in: firstSampleWanted..<(firstSampleWanted + SpeechNetwork.chunk)) { hearChunk($0) }
        }
    }

    /// The stream is over: asks about the rest, as if silence followed.
    mutating func finish(_ samples: UtteranceBuffer.Shelf<Float>) {
        hear(samples)
        var rest = Array(samples[firstSampleWanted..<samples.end])
        if !rest.isEmpty {
            rest += [Float](repeating: 0, count: SpeechNetwork.chunk - rest.count)
            rest.withUnsafeBufferPointer { hearChunk($0) }
        }
        framesKnown = .max
    }

    private mutating func hearChunk(_ chunk: UnsafeBufferPointer<Float>) {
        let probability = network.probability(of: chunk)
        wasSpeech = probability >= (wasSpeech ? NeuralDetector.exit : NeuralDetector.enter)
        chunks.append(probability >= NeuralDetector.enter ? .strong : wasSpeech ? .weak : .silent)
        // A frame belongs to the step in which its middle lies.
        framesKnown = (firstSampleWanted - NeuralDetector.samplesPerFrame / 2 - 1) / NeuralDetector.samplesPerFrame + 1
        chunks.discard(before: chunks.end - 4)
    }

    /// What the network says about a frame; the frames must be asked about in turn.
    func activity(of frame: Int) -> Activity {
        let middle = frame * NeuralDetector.samplesPerFrame + NeuralDetector.samplesPerFrame / 2
        let chunk = min(middle / SpeechNetwork.chunk, chunks.end - 1)
        return chunk >= chunks.start ? chunks[chunk] : .silent
    }

    /// Where the sound began with which the network hears speech begin at a frame.
    func begin(of frame: Int, in frames: UtteranceBuffer.Shelf<UtteranceBuffer.Frame>) -> Int? {
        guard frames[frame].activity == .strong else { return nil }
        if frame > frames.start, frames[frame - 1].activity != .silent { return nil }
        var first: Int?
        var dip = 0
        for earlier in stride(from: frame, through: max(frames.start, frame - NeuralDetector.reach), by: -1) {
            if frames[earlier].isProminent {
                first = earlier
                dip = 0
            } else {
                dip += 1
                if dip > NeuralDetector.dip { break }
            }
        }
        return first ?? max(frames.start, frame - NeuralDetector.beginBlind)
    }

    /// Where the sound ended after which the network hears silence at a frame.
    func end(before frame: Int, in frames: UtteranceBuffer.Shelf<UtteranceBuffer.Frame>) -> Int? {
        guard frame > frames.start, frames[frame].activity == .silent, frames[frame - 1].activity != .silent else {
            return nil
        }
        for earlier in stride(from: frame - 1, through: max(frames.start, frame - NeuralDetector.lag), by: -1)
        where frames[earlier].isProminent { return earlier }
        return frame - NeuralDetector.endBlind
    }
}
