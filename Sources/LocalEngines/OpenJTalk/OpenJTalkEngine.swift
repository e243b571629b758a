internal import Language
internal import Providers

extension LocalEngine {
    /// Open JTalk, for Japanese.
    static func openJTalk(_ configuration: OpenJTalkSynthesizer.Configuration) -> LocalEngine {
        LocalEngine(
            OpenJTalkSynthesizer.name, make: .synthesizer { _ in OpenJTalkSynthesizer(configuration) },
            status: { status(configuration) })
    }

    private static func status(_ configuration: OpenJTalkSynthesizer.Configuration) -> EngineStatus {
        let files = OpenJTalkFiles(configuration)
        return EngineStatus(
            name: OpenJTalkSynthesizer.name, stage: .synthesis, installed: files.missing.isEmpty,
            version: files.missing.isEmpty ? OpenJTalkSynthesizer.voice : nil,
            languages: files.missing.isEmpty ? [.ja] : [], missing: files.missing, installCommand: files.installCommand)
    }
}
