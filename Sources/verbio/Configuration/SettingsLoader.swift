import Configuration
import FoundationEssentials
import Plumbing
import SystemPackage
import VerbioService
import Yams

/// Reads the settings: the environment overrides the file, and the file overrides the defaults. Commands add their flags on
/// top.
enum SettingsLoader {
    /// - Parameter path: a configuration file that must exist, or nil for `$VERBIO_CONFIG` or the user's own file, if any.
    /// - Throws: `Problem` of kind `usage` for a file that cannot be read, a key that does not exist or no longer exists, or a
    ///   value of the wrong type.
    static func load(
        file path: String?, environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> Settings {
        let chosen = path ?? environment["VERBIO_CONFIG"]
        let file = try await fileProvider(chosen, environment)
        let variables = EnvironmentVariablesProvider(environmentVariables: environment)
        for retired in RetiredSetting.all where environment[retired.environmentName] != nil {
            throw retired.refusal(at: nil)
        }
        var values: [String: Settings.Value] = [:]
        for setting in Setting.all {
            if environment[setting.environmentName] != nil {
                let content = try read(
                    setting, variables, key: "verbio.\(setting.name)", origin: setting.environmentName)
                if let content { values[setting.name] = .init(content: content, origin: "environment") }
            } else if let file {
                let content = try read(setting, file.provider, key: setting.name, origin: file.path)
                if let content { values[setting.name] = .init(content: content, origin: "file \(file.path)") }
            }
        }
        var settings = Settings(values: values)
        settings.chosenFile = chosen
        return settings
    }

    private static func fileProvider(
        _ path: String?, _ environment: [String: String]
    ) async throws -> (provider: any ConfigProvider, path: String)? {
        let chosen = path ?? Settings.userFile(environment)
        guard path != nil || FileManager.default.fileExists(atPath: chosen) else { return nil }
        do {
            let text = try String(contentsOf: URL(filePath: chosen), encoding: .utf8)
            try refuseUnknownKeys(in: text, at: chosen)
            // If a file has only comments, it holds no mapping, and the provider would refuse it.
            guard try Yams.compose(yaml: text) != nil else { return nil }
            return (try await FileProvider<YAMLSnapshot>(filePath: FilePath(chosen)), chosen)
        } catch let problem as Problem {
            throw problem
        } catch {
            let isThere = FileManager.default.fileExists(atPath: chosen)
            if isThere, let problem = OpenFiles.exhaustion(at: chosen) { throw problem }
            throw Problem(
                .usage, "config.unreadable",
                isThere ? "the configuration cannot be read as YAML" : "there is no such configuration file",
                at: chosen,
                cure: isThere ? "compare it with 'verbio config init -'" : "write one with 'verbio config init'")
        }
    }

    private static func refuseUnknownKeys(in text: String, at path: String) throws {
        guard let root = try Yams.compose(yaml: text), let sections = root.mapping else { return }
        let known = Set(Setting.all.map(\.name))
        for (section, body) in sections {
            let names =
                body.mapping?.keys.map { "\(section.string ?? "?").\($0.string ?? "?")" } ?? [section.string ?? "?"]
            for name in names where !known.contains(name) {
                if let retired = RetiredSetting.all.first(where: { $0.name == name }) {
                    throw retired.refusal(at: path)
                }
                throw Problem(
                    .usage, "config.unknown-key", "there is no setting '\(name)'", at: path,
                    cure: cure(for: name, among: known.sorted(), otherwise: "'verbio config show' lists them"))
            }
        }
    }

    private static func read(
        _ setting: Setting, _ provider: any ConfigProvider, key: String, origin: String
    ) throws -> ConfigContent? {
        let key = AbsoluteConfigKey(ConfigKey(key))
        do {
            return try provider.value(forKey: key, type: setting.type).value?.content
        } catch {
            // A list with one item may be written as that item.
            if setting.type == .stringArray,
                let single = try? provider.value(forKey: key, type: .string).value?.content
            {
                return .stringArray(commaSeparated: single.display)
            }
            let wanted =
                switch setting.type {
                case .int: "a whole number"
                case .double: "a number"
                case .stringArray: "a list"
                default: "a text"
                }
            throw Problem(
                .usage, "config.value", "\(setting.name) has a value of the wrong kind", at: origin,
                cure: "give it \(wanted)")
        }
    }
}
