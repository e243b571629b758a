/// Audio as the decoder gave it, before channels are mixed and the rate is changed.
package struct NativeAudio: Sendable {
    /// Hz.
    package var rate: Int
    package var channels: Int
    /// `pcm_s16le`, `flac`, `opus`, … as ``SourceDescription`` has it.
    package var codec: String
    /// Whether the recording holds floating-point samples. Those of other recordings are whole numbers over 2^(bits − 1).
    package var isFloatingPoint: Bool
    /// The number of bits, if it is known and no bits were lost in decoding.
    package var bits: Int?
    /// The largest possible sample in such a recording; samples that reach it were clipped.
    package var fullScale: Float
    /// A whole number of frames.
    package var samples: NativeSamples

    package init(
        rate: Int, channels: Int, codec: String, isFloatingPoint: Bool, bits: Int? = nil,
        fullScale: Float = 32_767 / 32_768,
        samples: NativeSamples
    ) {
        self.rate = rate
        self.channels = channels
        self.codec = codec
        self.isFloatingPoint = isFloatingPoint
        self.bits = bits
        self.fullScale = fullScale
        self.samples = samples
    }

    init(_ chunk: DecodedChunk, _ format: NativeFormat?) {
        let codec = format?.codec ?? ""
        self.init(
            rate: chunk.recorded?.rate ?? chunk.rate, channels: chunk.channels, codec: codec,
            isFloatingPoint: codec.hasPrefix("pcm_f"), bits: chunk.bits, fullScale: chunk.fullScale,
            samples: chunk.recorded.map { NativeSamples($0.samples) } ?? chunk.samples)
    }
}

/// Hears a recording as it was made while it is read for its speech.
///
/// Measurements at the native rate and of every channel need no second pass.
package protocol NativeAudioListener: Sendable {
    /// Called with consecutive audio, on the thread that decodes, which waits for the call. A stream may change its rate and
    /// its channels on the way.
    func hear(_ audio: NativeAudio)
}
