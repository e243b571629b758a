import Audio
import Foundation
import Hearing
import Plumbing

/// Waveform data of a recording and nothing else, written beside it as audiowaveform would write it.
enum PeakPass {
    static let samplesPerPixel = 256

    static func run(_ file: String) async throws {
        let ears = PeakEars()
        let source = try await openSpeechSource(.file(file), options: ReadingOptions(listener: ears))
        try await source.hear { _ in .goOn }
        guard let peaks = ears.peaks else { return }
        try Data(PeakFile(peaks, resolution: .eight).bytes(.binary)).write(to: URL(filePath: file + ".own.dat"))
    }
}

private final class PeakEars: NativeAudioListener {
    private let builder = Locked<PeakBuilder?>(nil)

    var peaks: Peaks? { builder.withLock { $0?.peaks } }

    func hear(_ audio: NativeAudio) {
        let isShort = (audio.bits ?? .max) <= 16
        builder.withLock { builder in
            if builder == nil {
                builder = PeakBuilder(
                    sampleRate: audio.rate, channels: audio.channels, samplesPerPixel: PeakPass.samplesPerPixel,
                    splitChannels: false)
            }
            builder?.push(
                audio.samples, from: audio.isFloatingPoint ? .floatingPoint : isShort ? .integer16 : .integer)
        }
    }
}
