internal import CKernels

/// The loops over samples that find peaks. Values that are not numbers change no extreme, because they compare as neither
/// smaller nor larger.
enum PeakLoops {
    /// `low` is above `high` if there was no sample.
    struct Extremes {
        var low = Float.infinity
        var high = -Float.infinity

        init() {}

        init(low: Float, high: Float) { (self.low, self.high) = (low, high) }

        init(of samples: UnsafeBufferPointer<Float>) {
            withUnsafeMutableBytes(of: &self) { readings in
                verbio_extremes(
                    samples.baseAddress, samples.count, readings.baseAddress?.assumingMemoryBound(to: Float.self))
            }
        }

        @inline(__always)
        mutating func join(_ value: Float) { join(Extremes(low: value, high: value)) }

        @inline(__always)
        mutating func join(_ other: Extremes) {
            if other.low < low { low = other.low }
            if other.high > high { high = other.high }
        }
    }

    /// The extremes of the samples of each channel, which are rounded only afterwards: rounding keeps the order.
    @inline(__always)
    static func eachChannel(
        _ samples: UnsafeBufferPointer<Float>, _ channels: Int, _ body: (Int, Extremes) -> Void
    ) {
        if channels == 1 { return body(0, Extremes(of: samples)) }
        let raw = UnsafeRawBufferPointer(samples)
        var index = 0
        var low = SIMD4<Float>(repeating: .infinity)
        var high = SIMD4<Float>(repeating: -.infinity)
        if 4 % channels == 0 {
            var wideLow = SIMD16<Float>(repeating: .infinity)
            var wideHigh = SIMD16<Float>(repeating: -.infinity)
            while index &+ 16 <= samples.count {
                let values = raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD16<Float>.self)
                wideLow = wideLow.replacing(with: values, where: values .< wideLow)
                wideHigh = wideHigh.replacing(with: values, where: values .> wideHigh)
                index &+= 16
            }
            let halfLow = wideLow.lowHalf.replacing(
                with: wideLow.highHalf, where: wideLow.highHalf .< wideLow.lowHalf)
            let halfHigh = wideHigh.lowHalf.replacing(
                with: wideHigh.highHalf, where: wideHigh.highHalf .> wideHigh.lowHalf)
            low = halfLow.lowHalf.replacing(with: halfLow.highHalf, where: halfLow.highHalf .< halfLow.lowHalf)
            high = halfHigh.lowHalf.replacing(with: halfHigh.highHalf, where: halfHigh.highHalf .> halfHigh.lowHalf)
        }
        for channel in 0..<channels {
            var extremes = Extremes()
            var lane = channel
            while lane < 4 {
                extremes.join(Extremes(low: low[lane], high: high[lane]))
                lane &+= channels
            }
            var rest = index &+ channel
            while rest < samples.count {
                extremes.join(samples[rest])
                rest &+= channels
            }
            body(channel, extremes)
        }
    }

    /// The extremes of this many pixels of one channel, four pixels at a time: the low of each and then its high. Both
    /// are 0 if a pixel has no number. The last group may have fewer than four.
    ///
    /// - Parameters:
    ///   - length: samples of a pixel.
    ///   - body: receives the number of values, of eight, that are valid.
    @inline(__always)
    static func wholePixels(
        _ samples: UnsafeBufferPointer<Float>, count: Int, length: Int, _ body: (SIMD8<Float>, Int) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: (2 * count + 7) & ~7) { readings in
            readings.initialize(repeating: 0)
            verbio_pixel_extremes(samples.baseAddress, count, length, readings.baseAddress)
            let raw = UnsafeRawBufferPointer(readings)
            for first in stride(from: 0, to: 2 * count, by: 8) {
                var four = raw.loadUnaligned(fromByteOffset: 4 * first, as: SIMD8<Float>.self)
                let isEmpty = four.evenHalf .> four.oddHalf
                four.evenHalf.replace(with: 0, where: isEmpty)
                four.oddHalf.replace(with: 0, where: isEmpty)
                body(four, min(8, 2 * count - first))
            }
        }
    }

    /// The same of samples of 16 bits, all pixels at once.
    static func wholePixels(
        _ samples: UnsafeBufferPointer<Int16>, count: Int, length: Int, _ body: (UnsafeBufferPointer<Int16>) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: Int16.self, capacity: 2 * count) { readings in
            readings.initialize(repeating: 0)
            verbio_short_pixel_extremes(samples.baseAddress, count, length, readings.baseAddress)
            body(UnsafeBufferPointer(readings))
        }
    }

    /// Joins the extremes of the sum of one or two channels of 16 bits.
    static func sum(_ samples: UnsafeBufferPointer<Int16>, _ channels: Int, low: inout Int32, high: inout Int32) {
        guard !samples.isEmpty else { return }
        if channels == 1 {
            wholePixels(samples, count: 1, length: samples.count) { extremes in
                low = min(low, Int32(extremes[0]))
                high = max(high, Int32(extremes[1]))
            }
            return
        }
        var readings = (low, high)
        withUnsafeMutableBytes(of: &readings) { readings in
            verbio_pair_sum_extremes(
                samples.baseAddress, samples.count / 2, readings.baseAddress?.assumingMemoryBound(to: Int32.self))
        }
        (low, high) = readings
    }

    /// The extremes of the sum of all channels, in 16-bit units. They are whole numbers, at most 32768 times the
    /// channels, which Float holds exactly up to 512 channels.
    static func sum(
        _ samples: UnsafeBufferPointer<Float>, _ channels: Int, _ source: PeakBuilder.Source
    ) -> Extremes {
        switch (channels, source) {
        case (2, .integer16): sumOfTwoShortIntegers(samples)
        case (2, .integer): sumOfTwoIntegers(samples) ?? sumOfTwo(samples, source)
        case (2, .floatingPoint), (2, .rounded): sumOfTwo(samples, source)
        default: sumOfAll(samples, channels, source)
        }
    }

    /// Two channels whose samples are whole numbers already.
    private static func sumOfTwoShortIntegers(_ samples: UnsafeBufferPointer<Float>) -> Extremes {
        let raw = UnsafeRawBufferPointer(samples)
        let whole = samples.count & ~15
        var low = SIMD8<Float>(repeating: .infinity)
        var high = SIMD8<Float>(repeating: -.infinity)
        var index = 0
        while index < whole {
            let values = raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD16<Float>.self)
            let sums = values.evenHalf + values.oddHalf
            low = low.replacing(with: sums, where: sums .< low)
            high = high.replacing(with: sums, where: sums .> high)
            index &+= 16
        }
        var extremes = Extremes()
        for lane in 0..<8 { extremes.join(Extremes(low: low[lane], high: high[lane])) }
        if extremes.low <= extremes.high {
            // If the value is not as promised, it must at least be in range.
            let number = { (sum: Float) in (max(-2, min(sum, 2)) * 32_768).rounded(.down) }
            extremes = Extremes(low: number(extremes.low), high: number(extremes.high))
        }
        if whole < samples.count {
            extremes.join(sumOfAll(UnsafeBufferPointer(rebasing: samples[whole...]), 2, .integer16))
        }
        return extremes
    }

    /// Two channels of any source.
    private static func sumOfTwo(_ samples: UnsafeBufferPointer<Float>, _ source: PeakBuilder.Source) -> Extremes {
        let raw = UnsafeRawBufferPointer(samples)
        let whole = samples.count & ~15
        var low = SIMD8<Float>(repeating: .infinity)
        var high = SIMD8<Float>(repeating: -.infinity)
        var index = 0
        while index < whole {
            let values = raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD16<Float>.self)
            let sums = Quantization.samples(values.evenHalf, source) + Quantization.samples(values.oddHalf, source)
            low = low.replacing(with: sums, where: sums .< low)
            high = high.replacing(with: sums, where: sums .> high)
            index &+= 16
        }
        var extremes = Extremes()
        for lane in 0..<8 { extremes.join(Extremes(low: low[lane], high: high[lane])) }
        if whole < samples.count {
            extremes.join(sumOfAll(UnsafeBufferPointer(rebasing: samples[whole...]), 2, source))
        }
        return extremes
    }

    /// The most frequent case: integers in two channels, none out of range; nil if one is.
    ///
    /// From 256 to 512, the last place of a Float is 2⁻¹⁵. So the bits of a sample plus 384 are those of 384 plus its 16-bit
    /// value rounded to the nearest. One is subtracted if the rounding was upwards. The sum of two such numbers keeps the
    /// exponent. It therefore still compares as Float, for which all processors have a minimum and a maximum.
    private static func sumOfTwoIntegers(_ samples: UnsafeBufferPointer<Float>) -> Extremes? {
        let raw = UnsafeRawBufferPointer(samples)
        let whole = samples.count & ~15
        // Bits of 384 − 1, the value −32768.
        let lowest: UInt32 = 0x43BF_8000
        var low = SIMD8<Float>(repeating: .infinity)
        var high = SIMD8<Float>(repeating: -.infinity)
        var bitsSeen = SIMD16<UInt32>()
        var index = 0
        while index < whole {
            let values = raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD16<Float>.self)
            let raised = values + 384
            // All ones, which is −1, if it was rounded upwards.
            let correction = SIMD16<UInt32>.zero.replacing(with: .max, where: (raised - 384) .> values)
            let numbers = unsafeBitCast(raised, to: SIMD16<UInt32>.self) &- lowest &+ correction
            bitsSeen |= numbers
            let sums = unsafeBitCast(
                numbers.evenHalf &+ numbers.oddHalf &+ lowest, to: SIMD8<Float>.self)
            low = low.replacing(with: sums, where: sums .< low)
            high = high.replacing(with: sums, where: sums .> high)
            index &+= 16
        }
        let half = bitsSeen.lowHalf | bitsSeen.highHalf
        let quarter = half.lowHalf | half.highHalf
        guard (quarter[0] | quarter[1] | quarter[2] | quarter[3]) >> 16 == 0 else { return nil }
        var extremes = Extremes()
        if whole > 0 {
            for lane in 0..<8 { extremes.join(Extremes(low: low[lane], high: high[lane])) }
            // The sum of two numbers that count from −32768.
            let number = { (sum: Float) in Float(Int32(bitPattern: sum.bitPattern &- lowest) &- 65_536) }
            extremes = Extremes(low: number(extremes.low), high: number(extremes.high))
        }
        if whole < samples.count {
            extremes.join(sumOfAll(UnsafeBufferPointer(rebasing: samples[whole...]), 2, .integer))
        }
        return extremes
    }

    /// Rounds some frames at a time and then adds their channels.
    private static func sumOfAll(
        _ samples: UnsafeBufferPointer<Float>, _ channels: Int, _ source: PeakBuilder.Source
    ) -> Extremes {
        var extremes = Extremes()
        let tile = 64 * channels
        withUnsafeTemporaryAllocation(of: Float.self, capacity: tile) { rounded in
            var start = 0
            while start < samples.count {
                let count = min(tile, samples.count - start)
                round(UnsafeBufferPointer(rebasing: samples[start..<(start + count)]), source, into: rounded)
                var index = 0
                while index < count {
                    var sum = rounded[index]
                    for channel in 1..<channels { sum += rounded[index &+ channel] }
                    extremes.join(sum)
                    index &+= channels
                }
                start += count
            }
        }
        return extremes
    }

    private static func round(
        _ samples: UnsafeBufferPointer<Float>, _ source: PeakBuilder.Source,
        into rounded: UnsafeMutableBufferPointer<Float>
    ) {
        let input = UnsafeRawBufferPointer(samples)
        let output = UnsafeMutableRawBufferPointer(rounded)
        var index = 0
        while index &+ 8 <= samples.count {
            let values = input.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<Float>.self)
            output.storeBytes(
                of: Quantization.samples(values, source), toByteOffset: index &* 4, as: SIMD8<Float>.self)
            index &+= 8
        }
        while index < samples.count {
            rounded[index] = Quantization.samples(SIMD8(repeating: samples[index]), source)[0]
            index &+= 1
        }
    }
}
