internal import Delivery
internal import Films
internal import Plumbing
internal import VerbioService

/// The parameters of films: `mix`, `loudness`, `burn` and `notice`.
enum FilmParameters {
    static let names = ["mix", "loudness", "burn", "notice"]

    /// The films that a request asks for.
    ///
    /// - Parameter formats: all formats that it asks for.
    /// - Returns: nil if none of them is a film.
    /// - Throws: ``Problem`` of kind `usage`: `query.value`, or `formats.no-film` if there is no film for a parameter.
    static func read(
        _ query: QueryParameters, formats: [OutputFormat], captions: CaptionStyle
    ) throws(Problem) -> FilmRequest? {
        let films = formats.filter { $0.film != nil }
        guard !films.isEmpty else {
            if let name = names.first(where: { query[$0] != nil }) {
                throw Problem(
                    .usage, "formats.no-film", "it is for films, and no film is among the formats", at: name,
                    cure: "add a film to formats, such as mkv, or leave it out")
            }
            return nil
        }
        var request = FilmRequest(films, captions: captions)
        request.mix = try query.word("mix", among: SoundMix.Way.allCases.map { ($0.rawValue, $0) }, otherwise: nil)
        request.burns = try query.word("burn", among: [("true", true), ("false", false)], otherwise: nil)
        request.notice = try query.word(
            "notice", among: FilmOrder.Notice.allCases.map { ($0.rawValue, $0) }, otherwise: nil)
        if let text = query["loudness"] {
            let range = SoundMix.loudnessRange
            guard let loudness = Double(text), range.contains(loudness) else {
                throw query.bad("loudness", ["LUFS from \(Int(range.lowerBound)) to \(Int(range.upperBound))"])
            }
            request.loudness = loudness
        }
        return request
    }
}
