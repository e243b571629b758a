package import Conversations
package import Delivery
import Films
import Plumbing

/// Makes films of uploads.
package protocol FilmService: Sendable {
    /// Checks whether an upload can become the films that are wanted, before the first call.
    ///
    /// - Parameter requests: those of the conversations, one for each language.
    /// - Throws: `Problem`: `film.no-picture`, `film.ffmpeg`, and what else `FilmWriter` says.
    func check(_ films: FilmRequest, of upload: StoredUpload, for requests: [ConversationRequest]) async throws

    /// Makes the films of a conversation.
    ///
    /// - Parameters:
    ///   - conversation: its work has ended.
    ///   - upload: from which it was made.
    ///   - folder: that of the new films, where nothing else is.
    ///   - note: takes each stage when it begins.
    /// - Returns: the films; none if nothing was said.
    /// - Throws: `Problem` as `OutputWriter`, or `CancellationError`.
    func make(
        _ films: FilmRequest, of conversation: Conversation, from upload: StoredUpload, in folder: String,
        note: @escaping @Sendable (FilmStage) -> Void
    ) async throws -> [WrittenFile]
}

/// Makes the films of the conversations in one store, with ffmpeg.
struct FilmMaker: FilmService {
    let assembly: Assembly
    let store: any ContentStore

    func check(
        _ films: FilmRequest, of upload: StoredUpload, for requests: [ConversationRequest]
    ) async throws {
        guard let first = films.formats.first else { return }
        guard upload.kind == .audio else {
            throw Problem(
                .usage, "film.captions", "a text has no picture, so it cannot become a film", at: "formats",
                cure: "leave \(first) out, or send the film")
        }
        let languages = requests.flatMap { request in
            (request.isTranslated && assembly.settings.translates ? films.captions : .source).languages(
                of: request.pair)
        }
        do {
            try await FilmPlans(assembly, for: films).check(
                films.containers, film: upload.path,
                burning: languages.reduce(into: []) { known, language in
                    if !known.contains(language) { known.append(language) }
                })
        } catch let problem as Problem {
            throw problem.ofRequest
        }
    }

    func make(
        _ films: FilmRequest, of conversation: Conversation, from upload: StoredUpload, in folder: String,
        note: @escaping @Sendable (FilmStage) -> Void
    ) async throws -> [WrittenFile] {
        note(.mixing)
        do {
            var order = try FilmPlans(assembly, for: films).order(for: conversation, film: upload.path)
            order.writing = { note(.writing) }
            return try await OutputWriter(
                store: store, profile: CaptionRules(assembly.settings).profile(),
                timesWords: CaptionRules(assembly.settings).timesWords(), film: order
            ).write(
                Set(films.formats), of: conversation.id, to: folder, naming: OutputNaming(title: "film"),
                captions: films.captions, finished: store.ending(of: conversation))
        } catch let problem as Problem {
            throw problem.ofRequest
        }
    }
}

extension Problem {
    /// The problem with the names that a request has in place of the options of the command line.
    fileprivate var ofRequest: Problem {
        var copy = self
        copy.place = place.map { $0.replacing("--", with: "") }
        copy.cure = cure.map {
            $0.replacing("--formats wav", with: "formats=wav").replacing("--formats", with: "formats")
                .replacing("--burn", with: "burn").replacing("--mix duck", with: "mix=duck")
                .replacing("run the command again", with: "send the film again")
                .replacing("run 'verbio resume'", with: "send the film again")
        }
        return copy
    }
}
