import Configuration
import Interpreting
package import Plumbing

/// What happens if nothing on this machine translates: the transcript is delivered, a note says so, and the exit code reports
/// it.
extension Assembly {
    /// The requests that are possible here, those with a translation first. All requests that cannot be translated become one
    /// transcript.
    ///
    /// - Returns: the requests, and why some of them are not translated.
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

    /// The assembly for a request: if it is only transcribed, it needs no translator and no voice.
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
    /// The note on a missing translator.
    ///
    /// - Parameter isForAll: whether none of the requests is translated.
    package func transcriptNote(isForAll: Bool) -> String {
        let cure = cure.map { "; \($0)" } ?? ""
        return "only what is said is written down\(isForAll ? "" : " for one language"): \(what)\(cure)"
    }
}
