internal import Audio
package import Plumbing

/// The voice of a film before it is mixed, in a file without a name: 16-bit samples at its own rate. Silence takes no room.
///
/// One task at a time uses it: first what writes, then what reads.
package final class VoiceTape: @unchecked Sendable {
    /// A time in which the voice speaks, in samples of the speech clock.
    package typealias Span = Range<Int>

    /// Hz.
    package let sampleRate: Int
    /// Frames so far, with those of silence.
    package private(set) var frameCount = 0
    /// When the voice speaks, in order.
    package private(set) var spans: [Span] = []

    /// The folder of its file; nil if it is the one for temporary files.
    let folder: String?
    private let file: UnnamedFile

    /// - Parameters:
    ///   - rate: Hz, from 1 to 768,000.
    ///   - folder: where there is room for it.
    /// - Throws: ``Problem`` as outputs do.
    package init(rate: Int, in folder: String?) throws(Problem) {
        sampleRate = rate
        self.folder = folder
        file = try UnnamedFile(in: folder)
    }

    package func write(_ samples: [Int16]) throws(Problem) {
        try file.write(samples, at: frameCount * 2)
        frameCount += samples.count
    }

    package func writeSilence(frames: Int) { frameCount += max(0, frames) }

    /// Notes that the voice speaks in a span that begins after the ones before.
    package func speaks(in span: Span) { spans.append(span) }

    /// Some frames; silence where nothing is written.
    func samples(_ range: Range<Int>) throws(Problem) -> [Int16] { try file.samplesOrSilence(range) }
}
