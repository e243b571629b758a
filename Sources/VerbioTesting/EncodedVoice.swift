internal import Foundation
internal import Plumbing

/// A tone of 440 Hz in the containers and codecs in which servers send speech, made by ffmpeg.
package enum EncodedVoice: String, CaseIterable, Sendable, CustomStringConvertible {
    case wav, wav8, wav24, wav32, wavFloat, wavDouble, wavMuLaw, wavALaw, wavADPCM, wavStereo, wav8000, wav44100,
        wav96000
    case wavPiped
    case mp3, mp3Stereo, mp3WithoutIndex, opus, opusStereo, vorbis, flac, flacPiped, flacStereo24
    case aiff, au, caf, w64
    case m4a, m4aIndexFirst, mp4Fragments, webm, aac

    package var description: String { rawValue }

    /// The length of the tone in seconds.
    package static let seconds = 1.5
    /// The frequency of the tone.
    package static let hertz = 440.0

    /// Whether ffmpeg is installed to make them.
    package static let canBeMade = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].contains {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The formats that are decoded without ffmpeg.
    package static let native = allCases.filter { ![.m4a, .m4aIndexFirst, .mp4Fragments, .webm, .aac].contains($0) }

    /// The container's name, the codec's name, and options.
    private var options: (container: String, codec: [String]) {
        switch self {
        case .wav, .wavPiped: ("wav", [])
        case .wav8: ("wav", ["-c:a", "pcm_u8"])
        case .wav24: ("wav", ["-c:a", "pcm_s24le"])
        case .wav32: ("wav", ["-c:a", "pcm_s32le"])
        case .wavFloat: ("wav", ["-c:a", "pcm_f32le"])
        case .wavDouble: ("wav", ["-c:a", "pcm_f64le"])
        case .wavMuLaw: ("wav", ["-c:a", "pcm_mulaw"])
        case .wavALaw: ("wav", ["-c:a", "pcm_alaw"])
        case .wavADPCM: ("wav", ["-c:a", "adpcm_ms"])
        case .wavStereo: ("wav", ["-ac", "2"])
        case .wav8000: ("wav", ["-ar", "8000"])
        case .wav44100: ("wav", ["-ar", "44100"])
        case .wav96000: ("wav", ["-ar", "96000"])
        case .mp3: ("mp3", ["-c:a", "libmp3lame", "-b:a", "64k"])
        case .mp3Stereo: ("mp3", ["-c:a", "libmp3lame", "-ac", "2", "-ar", "44100"])
        case .mp3WithoutIndex:
            ("mp3", ["-c:a", "libmp3lame", "-b:a", "64k", "-write_xing", "0", "-id3v2_version", "0"])
        case .opus: ("ogg", ["-c:a", "libopus", "-page_duration", "100000"])
        case .opusStereo: ("ogg", ["-c:a", "libopus", "-ac", "2", "-page_duration", "100000"])
        case .vorbis: ("ogg", ["-c:a", "libvorbis", "-page_duration", "100000"])
        case .flac, .flacPiped: ("flac", [])
        case .flacStereo24: ("flac", ["-ac", "2", "-sample_fmt", "s32"])
        case .aiff: ("aiff", [])
        case .au: ("au", [])
        case .caf: ("caf", ["-c:a", "pcm_s16be"])
        case .w64: ("w64", [])
        case .m4a: ("ipod", ["-c:a", "aac"])
        case .m4aIndexFirst: ("ipod", ["-c:a", "aac", "-movflags", "faststart"])
        case .mp4Fragments:
            ("mp4", ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov", "-frag_duration", "500000"])
        case .webm: ("webm", ["-c:a", "libopus"])
        case .aac: ("adts", ["-c:a", "aac"])
        }
    }

    /// Whether ffmpeg writes into a pipe, into which it cannot write a size afterwards.
    private var isPiped: Bool { self == .wavPiped || self == .flacPiped }

    /// The bytes of the file, which is made only once.
    ///
    /// - Throws: an error if ffmpeg cannot make the file.
    package func bytes() throws -> [UInt8] {
        if let known = Self.made.withLock({ $0[self] }) { return known }
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-voice-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = folder + "/voice"
        let tone = "sine=frequency=\(Int(Self.hertz)):sample_rate=24000:duration=\(Self.seconds),volume=4"
        let (container, codec) = options
        let program = try Program(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", tone] + codec + ["-f", container, isPiped ? "pipe:1" : file],
            output: isPiped ? file : "/dev/null")
        guard program.wait() == 0, let data = FileManager.default.contents(atPath: file), !data.isEmpty else {
            throw NotMade(voice: self)
        }
        let bytes = [UInt8](data)
        Self.made.withLock { $0[self] = bytes }
        return bytes
    }

    /// The error if ffmpeg cannot make a file.
    package struct NotMade: Error {
        package var voice: EncodedVoice
    }

    private static let made = Locked<[EncodedVoice: [UInt8]]>([:])
}
