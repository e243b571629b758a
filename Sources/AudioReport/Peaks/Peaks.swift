/// The lowest and the highest sample of each stretch of a recording, as players draw it.
package struct Peaks: Sendable, Hashable {
    /// Hz.
    package let sampleRate: Int
    /// Frames per pixel. The last pixel may stand for fewer.
    package let samplesPerPixel: Int
    package let channels: Int
    /// For each pixel and each of its channels the minimum, then the maximum, full scale ±32768.
    package let values: [Int16]

    /// Values after the last whole pixel are dropped; numbers below 1 are replaced by 1.
    package init(sampleRate: Int, samplesPerPixel: Int, channels: Int, values: [Int16]) {
        self.sampleRate = max(1, sampleRate)
        self.samplesPerPixel = max(1, samplesPerPixel)
        self.channels = max(1, min(channels, PeakBuilder.channelCounts.upperBound))
        let surplus = values.count % (2 * self.channels)
        self.values = surplus == 0 ? values : values.dropLast(surplus)
    }

    /// Pixels.
    package var length: Int { values.count / 2 / channels }

    /// Each `factor` pixels as one: exactly what the recording gives at `factor` times the samples per pixel. nil if there is
    /// no such zoom.
    package func coarser(by factor: Int) -> Peaks? {
        let (zoom, isTooCoarse) = samplesPerPixel.multipliedReportingOverflow(by: factor)
        guard factor >= 1, !isTooCoarse else { return nil }
        var joined: [Int16] = []
        joined.reserveCapacity((length / factor + 1) * 2 * channels)
        let width = 2 * channels
        for first in stride(from: 0, to: length, by: factor) {
            let pixels = first..<(first + min(factor, length - first))
            for channel in 0..<channels {
                var low = Int16.max
                var high = Int16.min
                for pixel in pixels {
                    low = min(low, values[pixel * width + 2 * channel])
                    high = max(high, values[pixel * width + 2 * channel + 1])
                }
                joined.append(low)
                joined.append(high)
            }
        }
        return Peaks(sampleRate: sampleRate, samplesPerPixel: zoom, channels: channels, values: joined)
    }
}
