import Foundation
import LocalEngines
import Plumbing
import Providers
import Testing

/// Runs the worker's own program with libraries that only note what they are asked for.
@Suite(
    .serialized,
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct WorkerComputingTests {
    @Test(
        "Given a device, when the worker loads a model, then a processor computes with eight-bit numbers",
        arguments: [
            (LocalWorkerSettings.Device.auto, 0, LocalComputing(device: "cpu", numbers: "int8")),
            (.auto, 1, LocalComputing(device: "cuda", numbers: "default")),
            (.cpu, 1, LocalComputing(device: "cpu", numbers: "int8")),
            (.cuda, 0, LocalComputing(device: "cuda", numbers: "default")),
        ])
    func device(wanted: LocalWorkerSettings.Device, gpus: Int, expected: LocalComputing) async throws {
        let libraries = try StubLibraries(gpus: gpus)
        var configuration = libraries.configuration
        configuration.worker.device = wanted
        #expect(try await WhisperRecognizer(configuration).computing() == expected)
        #expect(try await LocalComputing.found(configuration.worker) == expected)
    }

    @Test("Given a Python without CTranslate2, when it is asked how it computes, then the problem names its path")
    func broken() async throws {
        let libraries = try StubLibraries(gpus: 0)
        try FileManager.default.removeItem(at: libraries.folder.appending(path: "ctranslate2.py"))
        let settings = libraries.configuration.worker
        let problem = await #expect(throws: Problem.self) { try await LocalComputing.found(settings) }
        #expect(problem?.code == "models.python")
        #expect(problem?.place == settings.python)
    }
}

@Suite(.enabled("needs Whisper base (verbio models install whisper-base)") { Machine.hasWhisper })
struct RealComputingTests {
    @Test("Given the processor, when Whisper is loaded, then it computes with eight-bit numbers")
    func processor() async throws {
        var configuration = Machine.whisper
        configuration.worker.device = .cpu
        let computing = try await WhisperRecognizer(configuration).computing()
        #expect(computing.device == "cpu")
        #expect(computing.numbers.hasPrefix("int8"))
    }

    @Test("Given less memory than the model needs, when it is loaded, then the failure names the setting")
    func memory() async throws {
        var configuration = Machine.whisper
        configuration.worker.memoryLimit = 64 << 20
        let small = configuration
        let error = await #expect(throws: ProviderError.self) { try await WhisperRecognizer(small).prepare() }
        #expect(error?.failure == .unavailable)
        #expect(error?.cure?.hasPrefix("set local.memory to more than 64") == true)
    }
}

/// A Python whose CTranslate2 loads nothing, and reports the device and the numbers that it was given.
struct StubLibraries: ~Copyable {
    let folder: URL
    let configuration: WhisperRecognizer.Configuration

    init(gpus: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-stubs-\(UUID().uuidString)")
        let model = folder.appending(path: "models/whisper-base")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try Data().write(to: model.appending(path: "model.bin"))
        try Data().write(to: model.appending(path: "config.json"))
        try Data(Self.vocabulary.utf8).write(to: model.appending(path: "vocabulary.txt"))
        try Data(Self.numbers.utf8).write(to: folder.appending(path: "numpy.py"))
        try Data(Self.library(gpus: gpus).utf8).write(to: folder.appending(path: "ctranslate2.py"))
        let python = folder.appending(path: "python3")
        try Data(Self.interpreter(folder.path()).utf8).write(to: python)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: python.path())
        var worker = LocalWorkerSettings(dataDirectory: folder.path())
        worker.python = python.path()
        worker.modelsDirectory = folder.appending(path: "models").path()
        worker.threads = 1
        configuration = WhisperRecognizer.Configuration(worker: worker)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static let vocabulary = """
        <|endoftext|>
        <|startoftranscript|>
        <|en|>
        <|translate|>
        <|transcribe|>
        <|startofprev|>
        <|notimestamps|>
        """

    /// The worker's own interpreter sees no folder but those of its environment.
    private static func interpreter(_ folder: String) -> String {
        """
        #!/usr/bin/python3
        import sys
        sys.path.insert(0, "\(folder)")
        program = sys.argv[sys.argv.index("-c") + 1]
        sys.argv = ["-c", *sys.argv[sys.argv.index("-c") + 2:]]
        exec(program)
        """
    }

    /// Whatever is done with its values gives the same value.
    private static let numbers = """
        import sys
        class Value:
            def __getattr__(self, name): return self
        for name in "call getitem add radd sub rsub mul rmul truediv rtruediv lt".split():
            setattr(Value, f"__{name}__", lambda self, *given, **named: self)
        sys.modules[__name__] = Value()
        """

    private static func library(gpus: Int) -> String {
        """
        class models:
            class Whisper:
                is_multilingual, n_mels = True, 80
                def __init__(self, folder, device, compute_type, intra_threads, inter_threads):
                    self.device, self.compute_type = device, compute_type
        get_cuda_device_count = lambda: \(gpus)
        """
    }
}
