internal import FoundationEssentials

/// The speech model of this user, for tests that are about what it hears.
public enum InstalledModel {
    /// Its file, where `make model` puts it or `VERBIO_HEARING_MODEL` says; nil where there is none.
    public static let path: String? = {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["XDG_DATA_HOME"] ?? (environment["HOME"] ?? "/") + "/.local/share"
        return [environment["VERBIO_HEARING_MODEL"], home + "/verbio/models/silero-vad.safetensors"]
            .compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0) }
    }()

    /// Why a test that needs it was skipped.
    public static let missing = "needs the speech model (make model)"
}
