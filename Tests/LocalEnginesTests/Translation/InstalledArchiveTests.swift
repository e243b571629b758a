import Crypto
import CurlHTTP
import Foundation
import Language
import LocalEngines
import LocalModels
import Providers
import StandIns
import Testing
import VerbioTesting

/// A package as Argos publishes them, from a server to a translation.
@Suite(
    .enabled("needs the worker's Python environment (verbio models install whisper-base)") { Machine.hasWorker })
struct InstalledArchiveTests {
    @Test("Given an Argos package on a server, when it is installed by its name, then it translates")
    func translates() async throws {
        let models = try await TinyModels()
        try await models.add("es_fr", "argos", ["hola=bonjour", "mundo=monde"])
        let path = models.folder.appending(path: "es_fr.argosmodel").path()
        let zip = try Program(
            Machine.whisper.worker.python, ["-I", "-m", "zipfile", "-c", path, "es_fr"], folder: models.folder.path())
        try #require(await zip.end() == 0)
        let archive = [UInt8](try #require(FileManager.default.contents(atPath: path)))
        let installed = models.folder.appending(path: "installed").path()
        let script: StandInServer.Script = { _ in .body(200, type: "application/zip", archive) }
        try await withStandIn(script) { server in
            let installer = ModelInstaller(
                folder: ModelFolder(installed),
                environment: WorkerEnvironment(at: models.folder.path(), environment: [:]), variables: [:],
                client: HTTPClient(time: .patient))
            let model = try ModelCatalogue(yaml: Self.catalogue(server.url, archive), at: "test").model("argos-es-fr")
            _ = try await installer.install(model) { _ in }
        }
        var worker = Machine.whisper.worker
        (worker.modelsDirectory, worker.device, worker.threads) = (installed, .cpu, 1)
        let translator = try NeuralTranslator(NeuralTranslator.Configuration(worker: worker))
        #expect(translator.modelNames == ["argos-es-fr"])
        let request = TranslationRequest(
            text: "hola mundo", pair: try LanguagePair(from: .es, to: .fr), context: anywhere)
        #expect(try await translator.translate(request) { _ in }.text == "bonjour monde")
    }

    private static func catalogue(_ server: String, _ archive: [UInt8]) -> String {
        let hash = SHA256.hash(data: archive).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return """
            argos-es-fr:
              title: A tiny model
              languages: [es, fr]
              translates: [es-fr]
              licence: MIT
              notice: Copyright (c) Somebody
              worker: false
              files:
                - {name: model/model.bin}
                - {name: model/config.json, optional: true}
                - {name: model/shared_vocabulary.txt, optional: true}
                - {name: model/shared_vocabulary.json, optional: true}
                - {name: sentencepiece.model}
                - {name: metadata.json}
              sources:
                - {archive: "\(server)/a.argosmodel", bytes: \(archive.count), sha256: \(hash), folder: es_fr}
            """
    }
}
