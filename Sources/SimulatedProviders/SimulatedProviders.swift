internal import FoundationEssentials
package import Plumbing

/// Engines for tests, demonstrations and measurements that need no model, no network and no key, chosen on the command
/// line as `sim:SCENARIO`.
///
/// SCENARIO is the name of a built-in scenario (``names(in:)``), of a file `SCENARIO.yaml` in a scenario directory, or a
/// path to such a file. `instant` is always the built-in one.
package enum SimulatedProviders {
    /// The beginning of every specification of a simulated engine.
    package static let prefix = "sim:"
    /// The environment variable that names the call log, in place of the scenario's key `calls`.
    package static let callLogVariable = "VERBIO_SIM_CALL_LOG"
    /// A size that no scenario file reaches.
    private static let maximumBytes = 1_000_000

    /// The recognizer of a scenario.
    ///
    /// - Parameters:
    ///   - specification: `sim:SCENARIO`.
    ///   - directories: where scenarios are looked for by name, in this order.
    ///   - environment: the process's environment variables.
    /// - Throws: ``Problem`` of kind `usage`: `scenario.unknown`, `scenario.invalid`, `scenario.calls`.
    package static func recognizer(
        _ specification: String, in directories: [String] = [], environment: [String: String] = [:],
        time: TimeSource = .system
    ) throws(Problem) -> SimulatedRecognizer {
        let scenario = try scenario(specification, in: directories)
        return SimulatedRecognizer(scenario, time: time, log: try log(of: scenario, environment))
    }

    /// The translator of a scenario; see ``recognizer(_:in:environment:time:)``.
    package static func translator(
        _ specification: String, in directories: [String] = [], environment: [String: String] = [:],
        time: TimeSource = .system
    ) throws(Problem) -> SimulatedTranslator {
        let scenario = try scenario(specification, in: directories)
        return SimulatedTranslator(scenario, time: time, log: try log(of: scenario, environment))
    }

    /// The synthesizer of a scenario; see ``recognizer(_:in:environment:time:)``.
    package static func synthesizer(
        _ specification: String, in directories: [String] = [], environment: [String: String] = [:],
        time: TimeSource = .system
    ) throws(Problem) -> SimulatedSynthesizer {
        let scenario = try scenario(specification, in: directories)
        return SimulatedSynthesizer(scenario, time: time, log: try log(of: scenario, environment))
    }

    /// The scenario a specification names.
    package static func scenario(
        _ specification: String, in directories: [String] = []
    ) throws(Problem) -> Scenario {
        let name =
            specification.hasPrefix(prefix) ? String(specification.dropFirst(prefix.count)) : specification
        if name == Scenario.instant.name { return .instant }
        if name.contains("/") || name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return try read(name) }
        for directory in directories where !name.isEmpty {
            let path = "\(directory)/\(name).yaml"
            if FileManager.default.fileExists(atPath: path) { return try read(path) }
        }
        if let scenario = try BuiltInScenarios.scenario(name) { return scenario }
        throw Problem(
            .usage, "scenario.unknown", "there is no scenario '\(name)'", at: "\(prefix)\(name)",
            cure: cure(
                for: name, among: names(in: directories),
                otherwise:
                    "use one of: \(names(in: directories).joined(separator: ", ")), or give a path to a .yaml file"))
    }

    /// The scenarios that can be named, in alphabetical order.
    package static func names(in directories: [String] = []) -> [String] {
        var names = Set(BuiltInScenarios.names)
        for directory in directories {
            let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
            names.formUnion(files.filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) })
        }
        return names.sorted()
    }

    private static func read(_ path: String) throws(Problem) -> Scenario {
        let unreadable = Problem(
            .usage, "scenario.unknown", "the scenario cannot be read", at: path,
            cure: "give the path of a readable .yaml file of at most \(maximumBytes) bytes")
        guard let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int,
            size <= maximumBytes, let data = FileManager.default.contents(atPath: path)
        else { throw unreadable }
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let name = file.split(separator: ".").first.map(String.init) ?? file
        return try Scenario(yaml: String(decoding: data, as: UTF8.self), name: name, file: path)
    }

    private static func log(
        of scenario: Scenario, _ environment: [String: String]
    ) throws(Problem) -> CallLog? {
        let named = environment[callLogVariable].flatMap { $0.isEmpty ? nil : $0 }
        guard let path = named ?? scenario.calls else { return nil }
        return try CallLog(path: path)
    }
}
