import Testing

@testable import Films

@Suite("Containers of films")
struct FilmContainerTests {
    @Test(
        "Given subtitles of a film, when its container changes, then text is kept and pictures stay only where they fit",
        arguments: [
            (FilmContainer.mp4, "subrip", FilmContainer.SubtitleWay.converted), (.mp4, "mov_text", .copied),
            (.mp4, "hdmv_pgs_subtitle", .leftOut), (.mkv, "mov_text", .converted), (.mkv, "ass", .copied),
            (.mkv, "hdmv_pgs_subtitle", .copied), (.webm, "webvtt", .copied), (.webm, "ass", .converted),
            (.mov, "dvd_subtitle", .leftOut), (.mkv, "dvb_teletext", .leftOut),
        ])
    func subtitles(container: FilmContainer, codec: String, way: FilmContainer.SubtitleWay) {
        #expect(container.way(of: codec) == way)
    }
}
