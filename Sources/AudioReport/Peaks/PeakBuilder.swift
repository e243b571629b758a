internal import CKernels
internal import Hearing

/// Finds the peaks of a stream, to the last bit as the BBC's audiowaveform does.
///
/// A sample first becomes 16 bits. Integers in the file are rounded down, which cuts off the low bits of wider ones.
/// Floating-point samples are multiplied by 32767 and lose their fraction. They are rounded to the nearest if libsndfile
/// decodes them (Vorbis and Opus). All are clipped. Channels are averaged as integers, rounded towards zero, or kept apart.
/// Values that are not numbers are skipped.
///
/// There are two ways to keep memory constant for any length:
///
/// * take the pixels with ``take()`` when they are complete, and write them to a file;
/// * give the number of pixels to keep. When there are that many, each two become one and a pixel stands for twice the samples,
///   which is exact. This is for a picture of the whole.
///
/// Otherwise four bytes are kept per pixel and channel. The result does not depend on how the samples were cut into pushes.
package struct PeakBuilder: Sendable {
    /// The form of the samples before they were Float.
    package enum Source: Sendable, Hashable, Codable {
        /// Full scale ±1 stands for ±2^(bits − 1). Most decoders of lossy formats belong here, too.
        case integer
        /// Integers of at most 16 bits from a lossless format. They need no rounding, which is twice as fast for two channels.
        case integer16
        case floatingPoint
        /// Formats that libsndfile itself converts to 16 bits: Vorbis and Opus. Beyond full scale it wraps around, and this
        /// type does not.
        case rounded
    }

    /// Numbers of channels that are kept; more are replaced by the nearest.
    package static let channelCounts = 1...64
    /// The zooms that the formats can count; others are replaced by the nearest.
    package static let zooms = 2...Int(Int32.max)

    /// Hz, that of the pixels.
    package let sampleRate: Int
    /// Waveforms: one, or one of each channel.
    package let channels: Int
    /// The rate of the samples that are pushed now.
    private var inputRate: Int
    private var inputChannels: Int
    private var limit: Int?
    private var zoom: Int

    private var values: [Int16] = []
    /// The current pixel: how much of it is filled, and the extremes of each channel in 16-bit units, or of the sum of all
    /// channels. A frame counts ``sampleRate`` and the whole pixel ``wholePixel``, so that frames of another rate are counted
    /// correctly.
    private var filled = 0
    private var low: [Int32]
    private var high: [Int32]
    /// The beginning of a frame that was cut.
    private var carry: [Float] = []

    /// - Parameters:
    ///   - sampleRate: Hz; it is the rate of the result, and samples at another rate are measured by it.
    ///   - channels: of the input, interleaved.
    ///   - samplesPerPixel: frames per pixel, at least 2.
    ///   - splitChannels: whether each channel has its own peaks; otherwise they are those of the average.
    ///   - limit: pixels to keep, if the zoom may become coarser to stay within it.
    package init(sampleRate: Int, channels: Int, samplesPerPixel: Int, splitChannels: Bool, limit: Int? = nil) {
        self.sampleRate = max(1, sampleRate)
        inputRate = self.sampleRate
        inputChannels = Self.channelCounts.nearest(channels)
        self.channels = splitChannels ? inputChannels : 1
        self.limit = limit.map { max(2, $0) & ~1 }
        zoom = Self.zooms.nearest(samplesPerPixel)
        low = [Int32](repeating: .max, count: self.channels)
        high = [Int32](repeating: .min, count: self.channels)
    }

    /// Frames per pixel, which only a limit changes.
    package var samplesPerPixel: Int { zoom }

    /// Continues with another rate or other channels. Pixels still stand for the same time: each is made of the frames that
    /// begin in it.
    ///
    /// If channels are kept apart, there must be as many as before.
    package mutating func resume(sampleRate: Int, channels count: Int) {
        let count = Self.channelCounts.nearest(count)
        precondition(channels == 1 || count == channels, "waveforms of channels need all of them")
        carry.removeAll(keepingCapacity: true)
        let share = Double(filled) / Double(wholePixel)
        // A sum of channels is scaled to the new number of channels.
        if channels == 1, low[0] <= high[0] {
            low[0] = low[0] / Int32(inputChannels) * Int32(count)
            high[0] = high[0] / Int32(inputChannels) * Int32(count)
        }
        (inputRate, inputChannels) = (max(1, sampleRate), count)
        filled = min(Int((share * Double(wholePixel)).rounded()), wholePixel - 1)
    }

    /// Interleaved samples, full scale ±1; a frame may be cut anywhere.
    package mutating func push(_ interleaved: [Float], from source: Source) {
        interleaved.withUnsafeBufferPointer { push($0, from: source) }
    }

    /// Interleaved samples, full scale ±1; a frame may be cut anywhere.
    package mutating func push(_ interleaved: UnsafeBufferPointer<Float>, from source: Source) {
        var rest = interleaved[...]
        if !carry.isEmpty {
            let part = rest.prefix(inputChannels - carry.count)
            carry += part
            rest = rest.dropFirst(part.count)
            guard carry.count == inputChannels else { return }
            let frame = carry
            carry.removeAll(keepingCapacity: true)
            frame.withUnsafeBufferPointer { add(.floats($0, source)) }
        }
        let whole = rest.count / inputChannels * inputChannels
        add(.floats(UnsafeBufferPointer(rebasing: rest.prefix(whole)), source))
        carry += rest.dropFirst(whole)
    }

    /// The same for 16 bits, from ``Source/integer16``: one channel, and the mean of two, become pixels without conversion,
    /// which is several times as fast.
    package mutating func push(_ interleaved: UnsafeBufferPointer<Int16>) {
        if channels == 1, inputChannels <= 2, carry.isEmpty, interleaved.count % inputChannels == 0 {
            return add(.integers(interleaved))
        }
        withUnsafeTemporaryAllocation(of: Float.self, capacity: min(interleaved.count, Self.widenedAtOnce)) { floats in
            for start in stride(from: 0, to: interleaved.count, by: Self.widenedAtOnce) {
                let part = interleaved[start..<min(start + Self.widenedAtOnce, interleaved.count)]
                _ = verbio_widen(interleaved.baseAddress.map { $0 + start }, part.count, floats.baseAddress)
                push(UnsafeBufferPointer(rebasing: floats[..<part.count]), from: .integer16)
            }
        }
    }

    /// The buffer for widened samples takes 16 KiB.
    private static let widenedAtOnce = 4_096

    /// Takes the complete pixels away, in the order of ``Peaks/values``. From then on the zoom stays as it is.
    package mutating func take() -> [Int16] {
        limit = nil
        defer { values.removeAll(keepingCapacity: true) }
        return values
    }

    /// Takes the rest away, with the last pixel even if it is not complete.
    package mutating func finish() -> [Int16] {
        if filled > 0 { endPixel() }
        return take()
    }

    /// The pixels that were not taken, with the current one.
    package var peaks: Peaks {
        var whole = self
        whole.limit = nil
        return Peaks(
            sampleRate: sampleRate, samplesPerPixel: zoom, channels: channels, values: whole.finish())
    }

    /// The size of a pixel, in units of which a frame is ``sampleRate``.
    private var wholePixel: Int { zoom * inputRate }

    /// Whole frames.
    private enum Frames {
        case floats(UnsafeBufferPointer<Float>, Source)
        case integers(UnsafeBufferPointer<Int16>)

        var sampleCount: Int {
            switch self {
            case .floats(let samples, _): samples.count
            case .integers(let samples): samples.count
            }
        }

        subscript(_ range: Range<Int>) -> Frames {
            switch self {
            case .floats(let samples, let source): .floats(UnsafeBufferPointer(rebasing: samples[range]), source)
            case .integers(let samples): .integers(UnsafeBufferPointer(rebasing: samples[range]))
            }
        }
    }

    private mutating func add(_ frames: Frames) {
        var start = 0
        let total = frames.sampleCount / inputChannels
        while start < total {
            if filled == 0, inputChannels == 1, inputRate == sampleRate, total - start >= zoom {
                start += addWholePixels(frames[start..<total]) * zoom
                coarsenAtLimit()
                continue
            }
            let part = min((wholePixel - filled + sampleRate - 1) / sampleRate, total - start)
            join(frames[(start * inputChannels)..<((start + part) * inputChannels)])
            filled += part * sampleRate
            start += part
            // A frame of a much lower rate fills several pixels.
            while filled >= wholePixel {
                filled -= wholePixel
                endPixel(isRepeated: filled >= wholePixel)
            }
        }
    }

    /// The most common case, a single channel of one rate: many pixels at once.
    ///
    /// - Returns: how many there were, at least one.
    private mutating func addWholePixels(_ frames: Frames) -> Int {
        let room = limit.map { $0 - values.count / 2 } ?? .max
        let count = min(frames.sampleCount / zoom, Self.pixelsAtOnce, room)
        switch frames {
        case .floats(let samples, let source):
            PeakLoops.wholePixels(samples, count: count, length: zoom) { four, length in
                let numbers = Quantization.numbers(Quantization.samples(four, source))
                for place in 0..<length { values.append(numbers[place]) }
            }
        case .integers(let samples):
            PeakLoops.wholePixels(samples, count: count, length: zoom) { values += $0 }
        }
        return count
    }

    /// The buffer for the pixels takes 2 KiB.
    private static let pixelsAtOnce = 256

    private mutating func join(_ frames: Frames) {
        switch frames {
        case .integers(let samples):
            PeakLoops.sum(samples, inputChannels, low: &low[0], high: &high[0])
        case .floats(let samples, let source) where channels == inputChannels:
            PeakLoops.eachChannel(samples, channels) { channel, extremes in
                guard extremes.low <= extremes.high else { return }
                low[channel] = min(low[channel], Quantization.sample(extremes.low, source))
                high[channel] = max(high[channel], Quantization.sample(extremes.high, source))
            }
        case .floats(let samples, let source):
            let extremes = PeakLoops.sum(samples, inputChannels, source)
            guard extremes.low <= extremes.high else { return }
            low[0] = min(low[0], Int32(extremes.low))
            high[0] = max(high[0], Int32(extremes.high))
        }
    }

    private mutating func endPixel(isRepeated: Bool = false) {
        let divisor = Int32(inputChannels / channels)
        for channel in 0..<channels {
            let isEmpty = low[channel] > high[channel]
            values.append(isEmpty ? 0 : Int16(clamping: low[channel] / divisor))
            values.append(isEmpty ? 0 : Int16(clamping: high[channel] / divisor))
            guard !isRepeated else { continue }
            low[channel] = .max
            high[channel] = .min
        }
        coarsenAtLimit()
    }

    private mutating func coarsenAtLimit() {
        guard let limit, values.count >= limit * 2 * channels, zoom <= Self.zooms.upperBound / 2 else { return }
        let kept = Peaks(sampleRate: sampleRate, samplesPerPixel: zoom, channels: channels, values: values)
        guard let half = kept.coarser(by: 2) else { return }
        values.replaceSubrange(0..., with: half.values)
        zoom *= 2
    }
}
