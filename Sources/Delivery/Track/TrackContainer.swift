internal import Audio
internal import Plumbing

/// A mono audio file that is written while its samples arrive.
protocol TrackFile: AnyObject {
    var sampleRate: Int { get }
    var frameCount: Int { get }
    func write(_ samples: [Int16]) throws(Problem)
    func writeSilence(frames: Int) throws(Problem)
    /// Makes the bytes durable before the file gets its name.
    func prepare() throws(Problem)
    /// Gives the file its name, if `admission` allows it, and returns its size in bytes.
    func finish(by admission: (any OutputAdmission)?) throws(Problem) -> Int
}

extension WAVWriter: TrackFile {}
extension OpusFileWriter: TrackFile {}

/// The file format of a voice track.
enum TrackContainer {
    case wav
    case opus

    /// - Parameter rate: the sample rate of the voice in Hz.
    func open(path: String, rate: Int) throws(Problem) -> any TrackFile {
        switch self {
        case .wav: return try WAVWriter(path: path, sampleRate: rate)
        case .opus: return try OpusFileWriter(path: path, sampleRate: OpusPackets.rate(keeping: rate))
        }
    }
}
