import Audio
import Foundation
import Glibc
import VerbioTesting

/// `verbio translate` over one hour and ten hours of speech with engines that answer at once. The figures are its speed
/// relative to the recording's length on one core, and its memory.
enum FileMode {
    static func measure() async throws -> [Figure] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-file-mode-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let hour = try run(hours: 1, in: folder)
        let ten = try run(hours: 10, in: folder)
        return [
            Figure(
                name: "file mode, 1 h", value: 3_600 / hour.cpuSeconds, unit: "× real time (CPU)", target: 200,
                atLeast: true,
                note: "\(hour.cpuSeconds) s CPU, \(hour.wallSeconds) s wall on one core"),
            Figure(name: "file mode, 1 h, peak memory", value: hour.peakMegabytes, unit: "MB", target: 64),
            Figure(
                name: "file mode, 10 h, peak memory", value: ten.peakMegabytes, unit: "MB", target: 64,
                note: "\(36_000 / ten.cpuSeconds) × real time"),
        ]
    }

    private static func run(hours: Int, in folder: URL) throws -> ChildRun {
        let recording = folder.appending(path: "\(hours)h.wav")
        try RecordedHours.write(seconds: hours * 3_600, to: recording)
        defer { try? FileManager.default.removeItem(at: recording) }
        let run = try ChildRun.withMemory(
            ChildRun.verbio,
            [
                "translate", recording.path, "--from", "en", "--to", "es", "--stt", "sim:instant", "--mt",
                "sim:instant",
                "--tts", "sim:instant", "-o", folder.path, "--quiet", "--store",
                folder.appending(path: "store\(hours)").path,
            ], core: 0)
        guard run.status == 0 else { throw Failed(status: run.status) }
        return run
    }

    struct Failed: Error { let status: Int32 }
}

/// Long recordings.
enum RecordedHours {
    /// The bundled sample again and again, each time with another gain, so that no two utterances are the same.
    static func write(seconds: Int, to url: URL) throws {
        let once = try SpeechFixtures.sample()
        let total = seconds * speechSampleRate
        var header = SpeechFixtures.wav([])
        func put(_ value: Int, at offset: Int) {
            for index in 0..<4 { header[offset + index] = UInt8(truncatingIfNeeded: value >> (index * 8)) }
        }
        put(36 + total * 2, at: 4)
        put(total * 2, at: 40)
        _ = FileManager.default.createFile(atPath: url.path, contents: Data(header))
        let file = try FileHandle(forWritingTo: url)
        defer { try? file.close() }
        try file.seekToEnd()
        var written = 0
        var round = 0
        var noise: UInt32 = 1
        while written < total {
            let gain = 1 - Float(round % 900) * 0.001 - Float(round / 900) * 0.000_1
            // A little noise, as every recording has: in digital silence the filters of some programs become slow.
            let samples = once.prefix(total - written).map { sample -> Int16 in
                noise = noise &* 1_664_525 &+ 1_013_904_223
                return Int16(clamping: Int((Float(sample) * gain).rounded()) + Int(noise >> 30) - 1)
            }
            try file.write(contentsOf: Data(PCM16.littleEndianBytes(samples)))
            written += samples.count
            round += 1
        }
    }
}
