import Foundation
import Testing
import VerbioTesting

/// Dubs with translations that fit the time of their original, made by the command line as a user would.
extension FilmCommandTests {
    /// Captions with too little time for the first line, and enough for the second.
    private static let hurried = """
        1
        00:00:01,000 --> 00:00:03,000
        The family went to the market in the street by the water with 12 friends.

        2
        00:00:04,000 --> 00:00:20,000
        The school is near the house.

        3
        00:00:22,000 --> 00:00:24,000
        The end.

        """

    private func hurriedProduct(hints: Bool = true) async throws -> (product: Product, engines: [String]) {
        let product = try await product()
        let scenario = product.folder.appending(path: "model.yaml")
        try "translation: {hints: \(hints)}".write(to: scenario, atomically: true, encoding: .utf8)
        try Self.hurried.write(to: product.folder.appending(path: "talk.en.srt"), atomically: true, encoding: .utf8)
        return (product, ["--from", "en", "--mt", "sim:\(scenario.path)", "--tts", "sim:instant", "-o", "out"])
    }

    /// The translations of a document: each text, and the longer one that it replaces.
    private func translations(_ product: Product, _ name: String) throws -> [(text: String, longer: String?)] {
        let document = try JSONSerialization.jsonObject(with: try bytes(product, name)) as? [String: Any]
        let utterances = document?["utterances"] as? [[String: Any]] ?? []
        return utterances.compactMap { $0["translation"] as? [String: Any] }.compactMap { translation in
            (translation["text"] as? String).map { ($0, translation["longer"] as? String) }
        }
    }

    @Test(
        "Given a line with too little time, when a voice track is made to fit, then a shorter text is spoken and shown")
    func fitted() async throws {
        let (product, engines) = try await hurriedProduct()
        defer { product.remove() }
        let command = ["translate", "talk.en.srt", "--to", "es,fr", "--formats", "wav,json,srt"] + engines
        let plain = try await product.run(command)
        #expect(plain.code == 0 && !plain.errors.contains("shortened"), "\(plain.errors)")
        #expect(try translations(product, "out/talk.es.json").allSatisfy { $0.longer == nil })

        let fitted = try await product.run(command + ["--fit", "shorten"])
        #expect(fitted.code == 0 && fitted.errors.contains("1 says a shortened text"), "\(fitted.errors)")
        for language in ["es", "fr"] {
            let texts = try translations(product, "out/talk.\(language).json")
            let longer = try #require(texts.first?.longer)
            #expect(texts.count == 3 && texts.dropFirst().allSatisfy { $0.longer == nil })
            #expect(texts[0].text.count < longer.count && texts[0].text.contains("12"))
            let captions = String(decoding: try bytes(product, "out/talk.\(language).srt"), as: UTF8.self)
            #expect(captions.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(texts[0].text))
        }
        let again = try await product.run(command + ["--fit", "shorten"])
        #expect(again.code == 0 && again.output.contains("complete"), "\(again.output)")

        let wrong = try await product.run(command + ["--fit", "squeeze"])
        #expect(wrong.code == 2 && wrong.errors.contains("auto or shorten or speed"), "\(wrong.errors)")
    }

    @Test("Given a film, when it is made, then its lines fit by themselves, unless that is switched off or impossible")
    func fittedFilm() async throws {
        let film = ["translate", "talk.mp4", "--captions", "talk.en.srt", "--to", "es", "--formats", "mkv,json"]
        for (more, hints, fits) in [([], true, true), (["--fit", "speed"], true, false), ([], false, false)] {
            let (product, engines) = try await hurriedProduct(hints: hints)
            defer { product.remove() }
            let ended = try await product.run(film + engines + more)
            #expect(ended.code == 0 && ended.errors.contains("says a shortened text") == fits, "\(ended.errors)")
            #expect(try translations(product, "out/talk.es.json").contains { $0.longer != nil } == fits)
        }
        let (product, engines) = try await hurriedProduct(hints: false)
        defer { product.remove() }
        let told = try await product.run(film + engines + ["--fit", "shorten"])
        #expect(told.errors.contains("--fit shorten changes nothing"), "\(told.errors)")
    }
}
