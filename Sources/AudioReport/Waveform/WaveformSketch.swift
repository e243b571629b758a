package import Audio
internal import Hearing

/// A picture of a recording for a terminal, drawn while it streams by.
///
/// ```
///      ▂▅▃        ▁▆█▅▂▃▂
/// ▁▁▁▂▅███▆▂▁▁▁▁▂▆███████▇▃▁
///    ▔▔▔▔▔▔▔    ▔▔▔▔▔▔▔▔▔▔▔▔
/// ```
///
/// The length need not be known: when the bins are full, each two become one. So memory is constant, and the picture does not
/// depend on how the samples were cut into pushes.
package struct WaveformSketch: Sendable {
    /// One column of the picture.
    package struct Column: Sendable, Hashable {
        /// The lowest sample, at most 0, and the highest, at least 0.
        package var minimum: Float
        package var maximum: Float
        package var isSpeech: Bool
    }

    private struct Bin: Sendable {
        var extremes = Extremes()
        var isSpeech = false
    }

    /// The largest number of columns or lines of a picture. More is a mistake and gives none.
    package static let widest = 10_000

    private let capacity: Int
    private var bins: [Bin] = []
    /// Samples per bin.
    private var span = 16
    /// Samples in all bins, the last of which may not be full.
    private var count = 0

    /// - Parameter resolution: bins to keep; a picture can have half as many columns without repeating one.
    package init(resolution: Int = 2_048) {
        capacity = max(16, min(resolution, 1 << 20)) & ~1
        bins.reserveCapacity(capacity)
    }

    /// Samples of one channel, full scale ±1.
    package mutating func push(_ samples: [Float]) {
        samples.withUnsafeBufferPointer { push($0) }
    }

    /// Samples of one channel, full scale ±1.
    package mutating func push(_ samples: UnsafeBufferPointer<Float>) {
        var rest = samples[...]
        while !rest.isEmpty {
            if count == bins.count * span {
                if bins.count == capacity { halve() }
                bins.append(Bin())
            }
            let part = rest.prefix(bins.count * span - count)
            bins[bins.count - 1].extremes.join(Extremes(of: UnsafeBufferPointer(rebasing: part)))
            count += part.count
            rest = rest.dropFirst(part.count)
        }
    }

    /// Marks samples that were pushed before as speech.
    package mutating func mark(speech range: SampleRange) {
        guard range.start < range.end, range.end > 0, range.start < count else { return }
        let first = max(0, range.start) / span
        let last = min(range.end - 1, count - 1) / span
        for bin in first...last { bins[bin].isSpeech = true }
    }

    /// The recording in this many columns; none for an empty one.
    package func columns(_ width: Int) -> [Column] {
        guard (1...WaveformSketch.widest).contains(width), !bins.isEmpty else { return [] }
        // The columns are divided by samples, because the last bin may have few of them.
        return (0..<width).map { column in
            let first = min(count * column / width / span, bins.count - 1)
            let last = max(first, (count * (column + 1) / width - 1) / span)
            var extremes = Extremes()
            var isSpeech = false
            for bin in bins[first...min(last, bins.count - 1)] {
                extremes.join(bin.extremes)
                isSpeech = isSpeech || bin.isSpeech
            }
            return Column(minimum: extremes.minimum, maximum: extremes.maximum, isSpeech: isSpeech)
        }
    }

    /// The level that fills the height of the picture: the loudest sample's magnitude, but no less than ``faintestTop``. It is
    /// nil if all is digital silence.
    package var top: Float? {
        let loudest = bins.map(\.extremes.magnitude).max() ?? 0
        return loudest > 0 && loudest.isFinite ? max(loudest, WaveformSketch.faintestTop) : nil
    }

    /// −40 dBFS: a soft voice is drawn large, but dither is not.
    package static let faintestTop: Float = 0.01

    /// Lines of text, all `width` characters wide: `height` lines of bars and one that underlines the speech.
    ///
    /// A level of ``top`` fills the height. Bars grow with the root of the amplitude, so a level that is 20 dB lower still has
    /// a third of the height.
    package func rendered(width: Int, height: Int = 4) -> [String] {
        let columns = columns(width)
        guard (1...WaveformSketch.widest).contains(height), !columns.isEmpty else { return [] }
        let peaks = columns.map { max($0.maximum, -$0.minimum) }
        let top = top
        let eighths = peaks.map { peak -> Int in
            guard let top, peak > 0 else { return 0 }
            return max(1, Int(((peak / top).squareRoot() * Float(height * 8)).rounded()))
        }
        let blocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
        var lines = (0..<height).map { row in
            String(eighths.map { blocks[min(8, max(0, $0 - (height - 1 - row) * 8))] })
        }
        lines.append(String(columns.map { $0.isSpeech ? "▔" : " " }))
        return lines
    }

    /// Makes one bin of each two.
    private mutating func halve() {
        for index in 0..<(bins.count / 2) {
            var bin = bins[2 * index]
            bin.extremes.join(bins[2 * index + 1].extremes)
            bin.isSpeech = bin.isSpeech || bins[2 * index + 1].isSpeech
            bins[index] = bin
        }
        bins.removeLast(bins.count / 2)
        span *= 2
    }
}
