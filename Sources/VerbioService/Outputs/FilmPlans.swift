import Audio
import Conversations
package import Delivery
package import Films
import Language
import LocalEngines
import Plumbing

/// How films are made by the settings, and the checks before that work.
package struct FilmPlans: Sendable {
    package var notice: FilmOrder.Notice
    package var mix: SoundMix.Way
    /// LUFS.
    package var loudness: Double
    /// Whether the captions are drawn into the picture.
    package var burns: Bool
    /// Where the old film is now, if it is not where the conversation has it.
    package var movedTo: String?
    private let ffmpeg: String
    private let assembly: Assembly

    /// - Throws: `Problem` of kind `usage` if a value does not exist.
    init(_ assembly: Assembly) throws(Problem) {
        let settings = assembly.settings
        self.assembly = assembly
        let notice = settings.string(.notice)
        guard let notice = FilmOrder.Notice(rawValue: notice) else {
            throw Problem(
                .usage, "output.notice", "there is no notice '\(notice)'",
                cure: "use one of: \(FilmOrder.Notice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.notice = notice
        let way = settings.string(.mix)
        guard let mix = SoundMix.Way(rawValue: way) else {
            throw Problem(
                .usage, "output.mix", "there is no way '\(way)' to mix the sound",
                cure: "use one of: \(SoundMix.Way.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.mix = mix
        loudness = try settings.double(.loudness, in: SoundMix.loudnessRange)
        switch settings.string(.burn) {
        case "on": burns = true
        case "off": burns = false
        case let other:
            throw Problem(
                .usage, "config.value", "output.burn is '\(other)' (\(settings.value(.burn).origin))",
                cure: "use one of: on, off")
        }
        ffmpeg = settings.string(.ffmpeg)
    }

    /// The same with what a request chooses.
    ///
    /// - Throws: `Problem` of kind `usage` if a value of the settings does not exist.
    init(_ assembly: Assembly, for request: FilmRequest) throws(Problem) {
        try self.init(assembly)
        mix = request.mix ?? mix
        loudness = request.loudness ?? loudness
        burns = request.burns ?? burns
        notice = request.notice ?? notice
    }

    /// What the store records, so that a resumed run makes the same film.
    var choices: FilmChoices {
        var choices = FilmChoices(notice: notice.rawValue, mix: mix.rawValue, loudness: loudness)
        choices.burn = burns ? true : nil
        return choices
    }

    /// Checks whether a recording can become films of these containers.
    ///
    /// - Throws: `Problem`: `film.stream`, `film.captions`, or as `FilmWriter` does.
    func check(_ containers: [FilmContainer], of path: String) async throws {
        guard let first = containers.first else { return }
        guard !CaptionArgument.isCaptions(path) else {
            throw Problem(
                .input, "film.captions", "captions have no picture, so they cannot become a film", at: path,
                cure: "leave \(first) out of --formats, or translate the film")
        }
        guard let file = regularFile(path) else { throw Self.notThere(path, first) }
        // Every font has the letters of English. Those of the captions are checked when their languages are known.
        try await check(containers, film: file, burning: [LanguageTag(.en)])
    }

    /// The same for a conversation.
    ///
    /// - Parameter style: the languages of its captions.
    func check(_ containers: [FilmContainer], of conversation: Conversation, showing style: CaptionStyle) async throws {
        guard let first = containers.first else { return }
        guard conversation.kind == .heard || conversation.captionFile != nil else {
            throw Problem(
                .input, "film.captions", "captions have no picture, so they cannot become a film",
                at: conversation.source.name, cure: "leave \(first) out of --formats, or translate the film")
        }
        let settings = conversation.settings
        let shown = settings.isTranslated ? style : .source
        try await check(
            containers, film: place(of: conversation, first).path, burning: shown.languages(of: settings.namedPair))
    }

    /// The same for a file.
    ///
    /// - Parameter languages: of the captions.
    func check(
        _ containers: [FilmContainer], film path: String, burning languages: [LanguageTag]
    ) async throws {
        try remover()?.require()
        try await WorkerThread("film").run { [ffmpeg, burns] in
            let writer = try FilmWriter(film: path, kind: nil, ffmpeg: ffmpeg)
            for container in containers { try writer.check(container, burning: burns ? languages : nil) }
        }
    }

    /// What the films of a conversation are made of.
    ///
    /// - Throws: `Problem` of kind `input`: `film.stream`, `film.missing` or `film.changed`.
    func order(for conversation: Conversation) async throws -> FilmOrder {
        let (path, sha256) = try place(of: conversation, nil)
        guard try await FileHash.sha256(of: path) == sha256 else {
            throw Problem(
                .input, "film.changed", "this is not the film that \(conversation.id) was made of, byte for byte",
                at: path,
                cure: "restore it, or name the film with 'verbio conversations export --film PATH'")
        }
        return try order(for: conversation, film: path)
    }

    /// The same with the film at a path, which the caller knows to be the one of the conversation.
    func order(for conversation: Conversation, film path: String) throws(Problem) -> FilmOrder {
        let settings = conversation.settings
        let options = ReadingOptions(
            track: try settings.listening.track.map { (name) throws(Problem) in try TrackChoice(parsing: name) }
                ?? .automatic,
            spokenLanguage: settings.namedPair.from, ffmpegPath: ffmpeg)
        var order = FilmOrder(SoundMix.Original(path: path, options: options))
        (order.notice, order.way, order.loudness, order.burns) = (notice, mix, loudness, burns)
        if let remover = try remover() { order.removal = { try await remover.background(of: $0) } }
        return order
    }

    /// What takes the speech out of the original sound; nil unless that is wanted.
    private func remover() throws(Problem) -> SpeechRemover? {
        guard mix == .background else { return nil }
        return SpeechRemover(try assembly.local.settings().whisper.worker, time: assembly.time)
    }

    private func place(
        of conversation: Conversation, _ container: FilmContainer?
    ) throws(Problem) -> (path: String, sha256: String) {
        guard case .file(let path, let sha256) = conversation.origin else {
            throw Self.notThere(conversation.source.name, container)
        }
        let place = movedTo ?? path
        guard FileState(following: place)?.kind == .regular else {
            throw Problem(
                .input, "film.missing", "the film that \(conversation.id) was made of is not there", at: place,
                cure: "put it back, or name its place with 'verbio conversations export --film PATH'")
        }
        return (place, sha256)
    }

    private static func notThere(_ name: String, _ container: FilmContainer?) -> Problem {
        Problem(
            .input, "film.stream",
            "a film is made of a file, because its picture is copied when everything is translated",
            at: name,
            cure: "save it to a file first, or leave \(container.map { "\($0)" } ?? "the film") out of --formats")
    }
}
