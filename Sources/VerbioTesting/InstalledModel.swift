internal import FoundationEssentials

/// The speech model that this user has installed, for tests of what it hears.
package enum InstalledModel {
    /// Its file, which `make model` installs or `VERBIO_HEARING_MODEL` names; nil if there is none.
    package static let path: String? = {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["XDG_DATA_HOME"] ?? (environment["HOME"] ?? "/") + "/.local/share"
        return [environment["VERBIO_HEARING_MODEL"], home + "/verbio/models/silero-vad.safetensors"]
            .compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0) }
    }()

    /// The reason for which a test that needs it is skipped.
    package static let missing = "needs the speech model (make model)"
}
