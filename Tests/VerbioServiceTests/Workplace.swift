import Configuration
import Conversations
import Foundation
import Plumbing
import VerbioService
import VerbioTesting

/// A separate folder with a store, and settings as a command line would give them.
struct Workplace {
    let folder: URL
    var settings = Settings(values: [:])
    var environment: [String: String]
    /// What was reported to the user.
    let notes = Locked<[String]>([])

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-service-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
            "XDG_DATA_HOME": folder.appending(path: "data").path, "VERBIO_SIM_CALL_LOG": folder.path + "/calls.log",
        ]
        settings.set(.storePath, .string(folder.appending(path: "store").path))
        settings.set(.directory, .string(folder.appending(path: "out").path))
        settings.set(.speechModel, .string("none"))
        simulate()
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Names the engines of all stages.
    mutating func simulate(_ recognizer: String = "sim:instant", _ translator: String = "sim:instant") {
        settings.set(.recognizer, .stringArray([recognizer]))
        settings.set(.translator, .stringArray([translator]))
        settings.set(.synthesizer, .stringArray(["sim:instant"]))
    }

    /// Writes a scenario of simulated engines.
    ///
    /// - Returns: the engine's name.
    func scenario(_ name: String, _ yaml: String) throws -> String {
        "sim:" + (try write(yaml, to: "\(name).yaml"))
    }

    /// - Returns: the path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let file = folder.appending(path: name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    var assembly: Assembly {
        var assembly = Assembly(settings: settings, note: { [notes] note in notes.withLock { $0.append(note) } })
        assembly.environment = environment
        return assembly
    }

    /// The calls of simulated engines that have begun, one line each.
    var calls: [String] {
        let log = (try? String(contentsOfFile: folder.path + "/calls.log", encoding: .utf8)) ?? ""
        return log.split(separator: "\n").map(String.init).filter { $0.hasPrefix("begin") }
    }

    /// Does something with the folder, which is removed after it.
    static func with<Result>(_ body: (inout Workplace) async throws -> Result) async throws -> Result {
        var workplace = try Workplace()
        defer { workplace.remove() }
        return try await body(&workplace)
    }

    static let welcome = SpeechFixtures.packageRoot + "/Samples/welcome.wav"
}
