/// The loops over samples that peaks are found with. Values that are not numbers change no extreme, because they compare
/// as neither smaller nor larger.
enum PeakLoops {
    /// `low` is above `high` where there was nothing.
    struct Extremes {
        var low = Float.infinity
        var high = -Float.infinity

        @inline(__always)
        mutating func join(_ value: Float) {
            if value < low { low = value }
            if value > high { high = value }
        }

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
        guard 16 % channels == 0 else {
            for channel in 0..<channels {
                var extremes = Extremes()
                var index = channel
                while index < samples.count {
                    extremes.join(samples[index])
                    index &+= channels
                }
                body(channel, extremes)
            }
            return
        }
        let raw = UnsafeRawBufferPointer(samples)
        var low = SIMD16<Float>(repeating: .infinity)
        var high = SIMD16<Float>(repeating: -.infinity)
        var index = 0
        while index &+ 16 <= samples.count {
            let values = raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD16<Float>.self)
            low = low.replacing(with: values, where: values .< low)
            high = high.replacing(with: values, where: values .> high)
            index &+= 16
        }
        for channel in 0..<channels {
            var extremes = Extremes()
            var lane = channel
            while lane < 16 {
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

    /// The extremes of the sum of all channels, in 16-bit units: whole numbers, which Float holds exactly up to 512 channels.
    static func sum(
        _ samples: UnsafeBufferPointer<Float>, _ channels: Int, _ source: PeakBuilder.Source
    ) -> Extremes {
        switch (channels, source) {
        case (2, .integer): sumOfTwo(samples, .integer)
        case (2, .floatingPoint): sumOfTwo(samples, .floatingPoint)
        default: sumOfAll(samples, channels, source)
        }
    }

    @inline(__always)
    private static func sumOfTwo(
        _ samples: UnsafeBufferPointer<Float>, _ source: PeakBuilder.Source
    ) -> Extremes {
        let raw = UnsafeRawBufferPointer(samples)
        var low = SIMD8<Float>(repeating: .infinity)
        var high = SIMD8<Float>(repeating: -.infinity)
        var index = 0
        while index &+ 16 <= samples.count {
            let first = raw.loadUnaligned(fromByteOffset: index &* 4, as: SIMD8<Float>.self)
            let second = raw.loadUnaligned(fromByteOffset: index &* 4 &+ 32, as: SIMD8<Float>.self)
            let both = SIMD16(
                lowHalf: Quantization.samples(first, source), highHalf: Quantization.samples(second, source))
            let sums = both.evenHalf + both.oddHalf
            low = low.replacing(with: sums, where: sums .< low)
            high = high.replacing(with: sums, where: sums .> high)
            index &+= 16
        }
        var extremes = Extremes()
        for lane in 0..<8 { extremes.join(Extremes(low: low[lane], high: high[lane])) }
        extremes.join(
            sumOfAll(UnsafeBufferPointer(rebasing: samples[index...]), 2, source))
        return extremes
    }

    private static func sumOfAll(
        _ samples: UnsafeBufferPointer<Float>, _ channels: Int, _ source: PeakBuilder.Source
    ) -> Extremes {
        var extremes = Extremes()
        var sums = SIMD8<Float>.zero
        var frame = 0
        let count = samples.count / channels
        while frame < count {
            // The same channel of eight frames; the last eight may begin earlier than the others end.
            let first = count < 8 ? frame : min(frame, count &- 8)
            let lanes = min(8, count &- first)
            sums = .zero
            for channel in 0..<channels {
                var values = SIMD8<Float>.zero
                for lane in 0..<lanes { values[lane] = samples[(first &+ lane) &* channels &+ channel] }
                sums += Quantization.samples(values, source)
            }
            for lane in 0..<lanes { extremes.join(sums[lane]) }
            frame = first &+ lanes
        }
        return extremes
    }
}
