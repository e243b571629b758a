import Audio
import Foundation
import Hearing
import Language
import LocalEngines
import Providers
import Testing

/// What this machine has of the engines and of the material the tests speak and listen with.
enum Machine {
    static let inventory = Task { await offlineEngineInventory(LocalEngineSettings(dataDirectory: dataDirectory)) }

    static func has(_ engine: String) async -> Bool {
        await inventory.value.contains { $0.name == engine && $0.installed }
    }

    /// Whisper base as it is installed for this user.
    static let whisper = WhisperRecognizer.Configuration(worker: LocalWorkerSettings(dataDirectory: dataDirectory))

    /// The folder of this user's models.
    private static let dataDirectory: String = {
        let environment = ProcessInfo.processInfo.environment
        return (environment["XDG_DATA_HOME"] ?? (environment["HOME"] ?? "/") + "/.local/share") + "/verbio"
    }()

    static var hasWhisper: Bool {
        let model = whisper.worker.modelsDirectory + "/whisper-base/model.bin"
        return [whisper.worker.python, model].allSatisfy(FileManager.default.fileExists(atPath:))
    }

    /// Piper's usual voice as it is installed for this user.
    static let piper = PiperSynthesizer.Configuration(worker: whisper.worker)

    /// The network that tells speech from other sounds as it is installed for this user.
    static let speechModel: String = {
        let folder = whisper.worker.modelsDirectory
        let places = ["\(folder)/silero-vad/silero_vad_16k.safetensors", "\(folder)/\(SpeechModel.fileName)"]
        return places.first(where: FileManager.default.fileExists(atPath:)) ?? places[0]
    }()

    /// Whether speakers can be told apart, and there are recordings of which it is known who speaks.
    static var hasSpeakers: Bool {
        SpeakerVectors(whisper.worker).isInstalled
            && [speechModel, shared.appending(path: "corpus/speakers/manifest.json").path]
                .allSatisfy(FileManager.default.fileExists(atPath:))
    }

    static var hasPiper: Bool {
        PiperSynthesizer.installed(piper.worker).contains(piper.voice) && PiperSynthesizer.hasVoice(piper.worker)
    }

    /// Firefox's models as they are installed for this user.
    static let firefox = FirefoxTranslator.Configuration(modelsDirectory: whisper.worker.modelsDirectory)

    /// Whether the models of a direction are installed, such as `en-pt`.
    static func hasFirefox(_ names: String...) -> Bool {
        let installed = (try? FirefoxTranslator(firefox))?.modelNames ?? []
        return names.allSatisfy(installed.contains)
    }

    /// Whether the Python of local models is there, with what translation needs.
    static var hasWorker: Bool {
        let library = whisper.worker.python.replacing("/bin/python3", with: "/lib")
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: library)) ?? []
        return versions.contains { version in
            ["ctranslate2", "numpy", "sentencepiece"].allSatisfy {
                FileManager.default.fileExists(atPath: "\(library)/\(version)/site-packages/\($0)")
            }
        }
    }

    static let testData = "/usr/share/pocketsphinx/test/data"

    static var hasClips: Bool { FileManager.default.fileExists(atPath: testData + "/librivox") }

    /// The folder with the shared test material, next to the package.
    static let shared = URL(filePath: #filePath).appending(path: "../../../../shared").standardizedFileURL

    static var hasShared: Bool {
        FileManager.default.fileExists(atPath: shared.appending(path: "corpus/text").path(percentEncoded: false))
    }

    /// A program's children: pid and command line of each process whose parent is this one.
    static func children(mentioning text: String) throws -> [Int32] {
        let own = ProcessInfo.processInfo.processIdentifier
        return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name -> Int32? in
            guard let pid = Int32(name), let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
                let line = try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)
            else { return nil }
            // After the name in parentheses: state, parent.
            let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
            guard fields.count > 2, fields[1] != "Z", Int32(fields[2]) == own, line.contains(text) else { return nil }
            return pid
        }
    }
}

/// A recording: 16-bit mono, read from a WAV or a headerless file.
struct Clip: Sendable {
    var samples: [Float]
    var seconds: Double { Double(samples.count) / Double(speechSampleRate) }

    init(_ name: String) throws {
        let data = try Data(contentsOf: URL(filePath: Machine.testData + "/" + name))
        let body = name.hasSuffix(".wav") ? data.dropFirst(44) : data
        let bytes = [UInt8](body)
        samples = stride(from: 0, to: bytes.count - 1, by: 2).map {
            Float(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 32_768
        }
    }

    static func librivox(_ number: String) throws -> Clip {
        try Clip("librivox/sense_and_sensibility_01_austen_64kb-\(number).wav")
    }

    static func louder(_ clip: Clip, by factor: Float) -> [Float] { clip.samples.map { $0 * factor } }
}

let anywhere = CallContext(conversation: "test", utterance: 1)

/// Collects what a provider gives on the way.
actor Collected<Element: Sendable> {
    private(set) var all: [Element] = []
    func append(_ element: Element) { all.append(element) }
}
