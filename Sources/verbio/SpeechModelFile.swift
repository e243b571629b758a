import Configuration
import FoundationEssentials
import Hearing
import Plumbing

/// Where the speech model lies, and the model once it was read: all conversations of a process share it.
final class SpeechModelFile: Sendable {
    /// The value of `hearing.model` that forbids one.
    static let never = "none"
    /// How to install it.
    static let installCommand = "make model"

    private let loaded = Locked<(path: String, model: SpeechModel)?>(nil)

    /// The file to use: the one of the settings, or the first of the usual places that has one.
    ///
    /// - Returns: nil where there is none, or none is wanted.
    static func path(_ settings: Settings, _ environment: [String: String]) -> String? {
        if let path = settings.text(.speechModel) { return path == never ? nil : path }
        return places(environment).first { FileManager.default.fileExists(atPath: $0) }
    }

    /// The user's data folder, following the XDG base directory specification, and the one of an installation.
    static func places(_ environment: [String: String]) -> [String] {
        let home = environment["HOME"] ?? "/"
        let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.local/share"
        return [base, "/usr/share"].map { "\($0)/verbio/models/\(SpeechModel.fileName)" }
    }

    /// - Throws: `Problem` of kind `input` where the file is not there or not the model.
    func model(at path: String) throws(Problem) -> SpeechModel {
        if let known = loaded.withLock({ $0 }), known.path == path { return known.model }
        let model = try SpeechModel(path: path)
        loaded.withLock { $0 = (path, model) }
        return model
    }
}

extension Assembly {
    /// The model that tells speech from other sounds, or nil where the spectral detector does.
    ///
    /// - Throws: `Problem` of kind `input` where a file is there, or named in the settings, and cannot be used.
    func speechModel() throws(Problem) -> SpeechModel? {
        guard let path = SpeechModelFile.path(settings, environment) else { return nil }
        return try modelFile.model(at: path)
    }

    /// - Parameters:
    ///   - live: whether somebody waits for each utterance.
    ///   - model: what listens besides the spectral detector.
    func segmentation(live: Bool, model: SpeechModel?) throws(Problem) -> SegmentationConfiguration {
        var configuration = SegmentationConfiguration(
            endSilence: try settings.int(live ? .liveEndSilence : .endSilence, in: 100...10_000))
        if let model { configuration = configuration.listening(with: model) }
        let voice = try settings.int(.minimumVoice, in: 0...5_000)
        if model == nil || settings.value(.minimumVoice).origin != "default" { configuration.minimumVoiced = voice }
        return configuration
    }

    /// What is to be known where no model listens though one is wanted.
    func modelNotice(_ model: SpeechModel?) -> String? {
        guard model == nil, settings.text(.speechModel) != SpeechModelFile.never else { return nil }
        return "the speech network is not installed, so loud sounds may be taken for a voice: "
            + "'\(SpeechModelFile.installCommand)' installs it, hearing.model: none does without"
    }

    /// The model a conversation was begun with: another would cut its recording elsewhere.
    ///
    /// - Throws: `Problem` of kind `provider` where it is not here any more.
    func speechModel(of segmentation: SegmentationConfiguration) throws(Problem) -> SpeechModel? {
        guard let name = segmentation.model else { return nil }
        if let model = try speechModel(), model.name == name { return model }
        throw Problem(
            .provider, "model.missing", "the recording was begun with the speech model \(name), which is not here",
            cure: "install it with '\(SpeechModelFile.installCommand)', or translate it as a new conversation")
    }
}
