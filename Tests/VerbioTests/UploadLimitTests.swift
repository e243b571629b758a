import Foundation
import FoundationNetworking
import Testing
import VerbioTesting

/// `serve.largest-upload`, and the limits of live sessions.
@Suite("The limit of uploads", .serialized, .timeLimit(.minutes(5)))
struct UploadLimitTests {
    @Test("given a limit of one megabyte, when recordings are sent, then only those that are smaller are taken")
    func limit() async throws {
        let product = try Product()
        defer { product.remove() }
        let server = try product.start(
            ["serve", "--port", "0"],
            environment: [
                "VERBIO_PROVIDERS_STT": "sim:instant", "VERBIO_PROVIDERS_MT": "sim:instant",
                "VERBIO_PROVIDERS_TTS": "sim:instant", "VERBIO_SERVE_LARGEST_UPLOAD": "1",
            ])
        await server.wait(for: "listening on")
        let told = try String(contentsOf: server.errors, encoding: .utf8)
        let address = try #require(told.firstMatch(of: /http:[^\s]+/)).output
        var request = URLRequest(url: try #require(URL(string: "\(address)/api/translate?from=en&to=es")))
        request.httpMethod = "POST"
        let small = try Data(contentsOf: Product.sample("welcome.wav"))
        for (body, status) in [(small, 200), (small + small, 413)] {
            let (data, response) = try await URLSession.shared.upload(for: request, from: body)
            let text = String(decoding: data, as: UTF8.self)
            #expect((response as? HTTPURLResponse)?.statusCode == status, "\(text.prefix(300))")
            #expect(status == 200 || text.contains("larger than 1048576 bytes"))
        }
        Foundation.kill(server.pid, SIGTERM)
        #expect(try await server.end().code == 0)
    }

    @Test(
        "given an impossible limit, when the server is started, then it says which setting is wrong",
        arguments: [("largest-upload", "0"), ("session-idle", "-1"), ("longest-session", "10081")])
    func impossible(setting: String, value: String) async throws {
        let product = try Product()
        defer { product.remove() }
        let variable = "VERBIO_SERVE_" + setting.uppercased().replacing("-", with: "_")
        let ended = try await product.run(["serve", "--port", "0"], environment: [variable: value])
        #expect(ended.code == 2 && ended.errors.contains("serve.\(setting)"), "\(ended.errors)")
    }
}
