import Configuration
import Interpreting
package import Plumbing

/// What is done where nothing on this machine translates: the transcript is delivered, that is told, and the exit code says so.
extension Assembly {
    /// Requests as they can be done here, those that are translated first. What nothing on this machine translates becomes one
    /// transcript.
    ///
    /// - Returns: beside the requests, why some are not translated.
    package func possible(
        _ requests: [ConversationRequest]
    ) throws(Problem) -> (requests: [ConversationRequest], lacks: [Problem]) {
        var translated: [ConversationRequest] = []
        var transcript: ConversationRequest?
        var lacks: [Problem] = []
        for request in requests {
            if let lack = try lacksTranslator(for: request.directions) {
                lacks.append(lack)
                transcript = transcript ?? request.transcribed
            } else {
                translated.append(request.heard(by: settings))
            }
        }
        return (translated + [transcript].compactMap(\.self), lacks)
    }

    /// The same for a request: what is only transcribed needs no translator and no voice.
    func doing(_ request: ConversationRequest) -> Assembly {
        guard !request.isTranslated, settings.translates else { return self }
        var own = self
        own.settings.replace(.translator, [NoTranslation.name])
        own.settings.replace(.synthesizer, ["none"])
        own.settings.set(.voice, .string(""))
        return own
    }
}

extension Problem {
    /// What is told of a missing translator.
    ///
    /// - Parameter isForAll: whether nothing of what was asked for is translated.
    package func transcriptNote(isForAll: Bool) -> String {
        let cure = cure.map { "; \($0)" } ?? ""
        return "only what is said is written down\(isForAll ? "" : " for one language"): \(what)\(cure)"
    }
}
