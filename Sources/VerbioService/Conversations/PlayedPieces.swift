internal import Audio
internal import Interpreting
internal import Plumbing

/// The speech that the client of a live session plays, so that its echo in the client's microphone is recognized.
///
/// The client reports when it plays a piece. The samples of the piece are kept here.
final class PlayedPieces: Sendable {
    /// Seconds of speech that are remembered for a player that is behind.
    private static let memory = 120.0

    private struct Piece {
        var utterance: Int
        var number: Int
        var voice: VoiceAudio
    }

    /// A piece that begins within so many seconds of the end of the piece before follows it without a gap. The clocks of a player
    /// and of its microphone differ by blocks of sound.
    private static let jitter = 0.15

    /// The end of the played speech on the speech clock, and its last samples, which are too few for a frame of 10 ms.
    private struct Playing {
        var end: Int
        var sampleRate: Int
        var rest: [Int16]
    }

    let ownVoice = OwnVoice()
    private let pieces = Locked<[Piece]>([])
    private let playing = Locked<Playing?>(nil)

    /// Keeps a piece that goes to the client. The pieces of an utterance have numbers from 1 on.
    func take(_ voice: VoiceAudio, of utterance: Int) {
        pieces.withLock { pieces in
            let number = pieces.last.map { $0.utterance == utterance ? $0.number + 1 : 1 } ?? 1
            pieces.append(Piece(utterance: utterance, number: number, voice: voice))
            var seconds = pieces.reduce(0) { $0 + $1.voice.seconds }
            while seconds > Self.memory, pieces.count > 1 { seconds -= pieces.removeFirst().voice.seconds }
        }
    }

    /// Records that a piece is played. A piece that is not kept any more changes nothing.
    ///
    /// - Parameter second: when it begins, in the audio that the client sends.
    func play(_ number: Int, of utterance: Int, at second: Double) {
        let piece = pieces.withLock { $0.last { $0.utterance == utterance && $0.number == number } }
        guard let piece, second >= 0, let start = Int(exactly: (second * Double(speechSampleRate)).rounded()) else {
            return
        }
        let rate = piece.voice.sampleRate
        let length = rate / 100
        guard length > 0 else { return }
        playing.withLock { playing in
            var (from, samples) = (start, piece.voice.samples)
            if let before = playing, before.sampleRate == rate,
                abs(start - before.end) < Int(Self.jitter * Double(speechSampleRate))
            {
                (from, samples) = (before.end, before.rest + samples)
            }
            let whole = samples.count / length * length
            ownVoice.played(
                Array(samples[..<whole]), sampleRate: rate, at: from, of: utterance, stopsEarlier: true)
            playing = Playing(
                end: from + whole / length * (speechSampleRate / 100), sampleRate: rate, rest: Array(samples[whole...]))
        }
    }
}
