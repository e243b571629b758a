import Configuration
import Interpreting
package import Plumbing

/// What happens if nothing on this machine translates: the transcript is delivered, a note says so, and the exit code reports
/// it.
package struct TranscriptFallback: Sendable {
    let assembly: Assembly

    package init(_ assembly: Assembly) { self.assembly = assembly }

    /// The requests that are possible here, those with a translation first. All requests that cannot be translated become one
    /// transcript.
    ///
    /// - Returns: the requests, and why some are not translated.
    package func possible(
        _ requests: [ConversationRequest]
    ) throws(Problem) -> (requests: [ConversationRequest], lacks: [Problem]) {
        var translated: [ConversationRequest] = []
        var transcript: ConversationRequest?
        var lacks: [Problem] = []
        for request in requests {
            if let lack = try assembly.selection.lacksTranslator(for: request.directions) {
                lacks.append(lack)
                transcript = transcript ?? request.transcribed
            } else {
                translated.append(request.allowed(by: assembly.settings))
            }
        }
        return (translated + [transcript].compactMap(\.self), lacks)
    }
}

extension Problem {
    /// The note on a missing translator.
    ///
    /// - Parameter isForAll: whether none of the requests is translated.
    package func transcriptNote(isForAll: Bool) -> String {
        let cure = cure.map { "; \($0)" } ?? ""
        return "only the transcript is written\(isForAll ? "" : " for one language"): \(what)\(cure)"
    }
}
