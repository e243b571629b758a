internal import Audio
internal import AudioReport
internal import Hummingbird
internal import VerbioService

/// The waveform of a recording, with the bytes that `verbio peaks` writes.
struct PeaksRoute: Route {
    static let name = RouteName(.post, "/api/peaks")

    private let service: any ConversationService
    private let question: AudioQuestion
    private let files: AnswerFiles

    init(_ parts: RouteParts) {
        service = parts.service
        question = AudioQuestion(parts)
        files = parts.files
    }

    private struct Order: Sendable {
        var format = PeakFile.Format.json
        var resolution = PeakFile.Resolution.sixteen
    }

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let known = ["samples-per-pixel", "bits", "split-channels", "format", "track", "raw"]
        let (peaks, order) = try await question.answer(request, known: known) { query in
            let listening = try ConversationRequest.Listening(query)
            let asked = PeaksRequest(
                samplesPerPixel: try query.number("samples-per-pixel", in: PeakBuilder.zooms, otherwise: 256),
                splitsChannels: try query.word(
                    "split-channels", among: [("true", true), ("false", false)], otherwise: false))
            let order = Order(
                format: try query.word("format", among: [("json", .json), ("dat", .binary)], otherwise: .json),
                resolution: try query.word(
                    "bits", among: [("8", .eight), ("16", .sixteen)], otherwise: PeakFile.Resolution.sixteen))
            return { [service] audio in (try await service.inspection.peaks(of: audio, listening, asked), order) }
        }
        let file = try await files.file { path in
            let output = try AtomicFile(path: path)
            try peaks.write(order.format, order.resolution, to: output)
            try output.commit(by: NewFile())
        }
        let isJSON = order.format == .json
        return file.response(
            type: isJSON ? "application/json" : "application/octet-stream", name: isJSON ? "peaks.json" : "peaks.dat")
    }
}
