internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// What the server has done, for a monitoring system to fetch now and then.
struct MetricsRoute: Route {
    static let path = "/metrics"
    static let name = RouteName(.get, path)

    let service: any TranslationService
    let translations: Translations

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        _ = try QueryParameters(request.uri.query, known: [])
        let text = translations.metrics.text(
            running: translations.running, providers: service.providerConditions)
        return Response(
            status: .ok, headers: [.contentType: MetricText.contentType],
            body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}
