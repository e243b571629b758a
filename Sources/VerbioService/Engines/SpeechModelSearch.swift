import Configuration
package import Hearing
package import Plumbing

/// The speech model of the settings, and how audio is cut with it.
package struct SpeechModelSearch: Sendable {
    let settings: Settings
    let environment: [String: String]
    let file: SpeechModelFile

    /// The result of the search for the speech model on this machine.
    package enum FoundModel {
        case usable(SpeechModel, path: String)
        /// The settings switch the model off.
        case switchedOff
        case missing
        /// The file at the usual place cannot be used, for instance because its download was interrupted.
        case damaged(Problem)
    }

    /// - Throws: `Problem` of kind `usage` if the settings name a file that cannot be used. If the model at the usual place is
    ///   damaged or missing, nothing is thrown, and the work continues without it.
    package func find() throws(Problem) -> FoundModel {
        if let path = settings.text(.speechModel) {
            guard path != SpeechModelFile.never else { return .switchedOff }
            do throws(Problem) { return .usable(try file.model(at: path), path: path) } catch {
                throw Problem(
                    .usage, error.code,
                    "\(error.what) (\(Setting.speechModel.name), \(settings.value(.speechModel).origin))", at: path,
                    cure: "name the file that '\(SpeechModelFile.installCommand)' installs, or leave the setting empty")
            }
        }
        guard let path = SpeechModelFile.installed(environment) else { return .missing }
        do throws(Problem) { return .usable(try file.model(at: path), path: path) } catch {
            return .damaged(error)
        }
    }

    /// Whether the network is at one of its usual places.
    package var isInstalled: Bool { SpeechModelFile.installed(environment) != nil }

    /// The file or folder of the network at one of its usual places; nil if there is none.
    package var installedPath: String? { SpeechModelFile.installed(environment) }

    /// The problem with the file at one of the usual places; nil if it is intact, or if there is none.
    package var damage: Problem? {
        guard let installedPath else { return nil }
        do throws(Problem) {
            _ = try file.model(at: installedPath)
            return nil
        } catch {
            return Problem(
                error.kind, error.code, error.what, at: installedPath, cure: SpeechModelFile.reinstalling)
        }
    }

    /// The model that distinguishes speech from other sounds, or nil if the spectral detector does so alone.
    ///
    /// - Throws: `Problem` of kind `usage` if the settings name a file that cannot be used.
    package func model() throws(Problem) -> SpeechModel? {
        if case .usable(let model, _) = try find() { model } else { nil }
    }

    /// - Parameters:
    ///   - live: whether a listener waits for each utterance.
    ///   - model: the model that is used in addition to the spectral detector.
    package func segmentation(live: Bool, model: SpeechModel?) throws(Problem) -> SegmentationConfiguration {
        var configuration = SegmentationConfiguration(
            endSilence: try settings.int(live ? .liveEndSilence : .endSilence, in: 100...10_000))
        if live {
            let dial = try LatencyDial(settings)
            if settings.value(.liveEndSilence).origin == "default" { configuration.endSilence = dial.endSilence }
            let longest = try settings.int(.liveLongest, in: 0...SegmentationConfiguration.file.maximum)
            guard longest == 0 || longest >= 3_000 else {
                throw Problem(
                    .usage, "config.value", "\(Setting.liveLongest.name) is \(longest)",
                    cure: "give it 3000 to \(SegmentationConfiguration.file.maximum), or 0")
            }
            dial.cutLongSpeech(&configuration, at: longest > 0 ? longest : nil)
        }
        if let model { configuration = configuration.listening(with: model) }
        return configuration
    }

    /// The notice if no model is used although the settings do not switch it off.
    package func notice(_ model: SpeechModel?) -> String? {
        guard model == nil, let found = try? find() else { return nil }
        let without = "hearing.model: none does without"
        return switch found {
        case .usable, .switchedOff: nil
        case .missing:
            "the speech network is not installed, so loud sounds may be mistaken for speech: "
                + "'\(SpeechModelFile.installCommand)' installs it, \(without)"
        case .damaged(let problem):
            "\(problem.place ?? SpeechModel.fileName): \(problem.what), so loud sounds may be mistaken for speech: "
                + "\(SpeechModelFile.reinstalling), \(without)"
        }
    }

    /// The model that was used when the conversation began: another model would cut its recording at other places.
    ///
    /// - Throws: `Problem` of kind `provider` if the model is no longer installed, or damaged.
    package func model(of segmentation: SegmentationConfiguration) throws(Problem) -> SpeechModel? {
        guard let name = segmentation.model else { return nil }
        let found = try find()
        if case .usable(let model, _) = found, model.name == name { return model }
        let begun = "the recording was begun with the speech model \(name)"
        if case .damaged(let problem) = found {
            throw Problem(
                .provider, problem.code, "\(begun), and \(problem.what)", at: problem.place,
                cure: "\(SpeechModelFile.reinstalling); or translate it as a new conversation")
        }
        throw Problem(
            .provider, "model.missing", "\(begun), which is not here",
            cure: "install it with '\(SpeechModelFile.installCommand)', or translate it as a new conversation")
    }
}
