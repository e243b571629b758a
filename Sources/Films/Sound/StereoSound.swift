internal import Audio
internal import Plumbing

/// Turns the sound of a recording into stereo at 48 kHz, interleaved, as it comes.
struct StereoSound {
    private var rate = 0
    private var channels = 0
    private var resamplers: [Resampler] = []

    /// - Throws: ``Problem`` of kind `input` for a rate that cannot be converted.
    mutating func push(_ audio: NativeAudio) throws(Problem) -> [Float] {
        var before: [Float] = []
        if audio.rate != rate || audio.channels != channels {
            before = finish()
            (rate, channels) = (audio.rate, audio.channels)
            resamplers = []
            for _ in 0..<2 { resamplers.append(try Resampler(from: rate, to: VoiceReader.rate)) }
        }
        let sides = Self.sides(audio)
        return before + Self.interleaved(resamplers[0].push(sides.left), resamplers[1].push(sides.right))
    }

    /// The rest.
    mutating func finish() -> [Float] {
        guard resamplers.count == 2 else { return [] }
        defer { (rate, channels, resamplers) = (0, 0, []) }
        return Self.interleaved(resamplers[0].finish(), resamplers[1].finish())
    }

    private static func interleaved(_ left: [Float], _ right: [Float]) -> [Float] {
        let count = min(left.count, right.count)
        return [Float](unsafeUninitializedCapacity: 2 * count) { buffer, filled in
            left.withUnsafeBufferPointer { left in
                right.withUnsafeBufferPointer { right in
                    for index in 0..<count {
                        buffer[2 * index] = left[index]
                        buffer[2 * index + 1] = right[index]
                    }
                }
            }
            filled = 2 * count
        }
    }

    private static func sides(_ audio: NativeAudio) -> (left: [Float], right: [Float]) {
        let weights = weights(audio.channels)
        let frames = audio.samples.count / max(1, audio.channels)
        func side(_ weights: [Float]) -> [Float] {
            audio.samples.floats.withUnsafeBufferPointer { samples in
                [Float](unsafeUninitializedCapacity: frames) { buffer, filled in
                    buffer.initialize(repeating: 0)
                    for (channel, weight) in weights.enumerated() where weight != 0 {
                        for frame in 0..<frames { buffer[frame] += samples[frame * audio.channels + channel] * weight }
                    }
                    filled = frames
                }
            }
        }
        let left = side(weights.left)
        return (left, audio.channels == 1 ? left : side(weights.right))
    }

    /// How loud each channel is on each side. The order of channels is that of WAVE and ffmpeg: front left and right, centre,
    /// bass, back or side left and right. The bass is left out, as in ITU-R BS.775.
    private static func weights(_ channels: Int) -> (left: [Float], right: [Float]) {
        let half: Float = 0.707_107
        switch channels {
        case 1: return ([1], [1])
        case 2: return ([1, 0], [0, 1])
        case 3: return ([1, 0, half], [0, 1, half])
        case 4: return ([1, 0, half, 0], [0, 1, 0, half])
        case 5: return ([1, 0, half, half, 0], [0, 1, half, 0, half])
        case 6: return ([1, 0, half, 0, half, 0], [0, 1, half, 0, 0, half])
        case 7: return ([1, 0, half, 0, 0.5, half, 0], [0, 1, half, 0, 0.5, 0, half])
        case 8: return ([1, 0, half, 0, half, 0, half, 0], [0, 1, half, 0, 0, half, 0, half])
        default:
            let share = 2 / Float(channels)
            return (
                (0..<channels).map { $0.isMultiple(of: 2) ? share : 0 },
                (0..<channels).map { $0.isMultiple(of: 2) ? 0 : share }
            )
        }
    }
}
