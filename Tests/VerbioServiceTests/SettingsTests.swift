import Configuration
import Foundation
import Language
import Plumbing
import Testing
import VerbioService

/// Settings that cannot be, each refused in one sentence before anything is called.
@Suite("Settings of the service")
struct ServiceSettingsTests {
    @Test(
        "given a proxy or certificates that cannot be, when a provider is made, then one sentence says so without a password",
        arguments: [
            (
                ("me:hunter2@proxy.example", nil), "http.proxy begins with none of http://, https:// and socks5h://"
            ),
            (("http://", nil), "http.proxy has no host; write it whole, as http://proxy.example.com:3128"),
            (("http://me:hunter2@127.0.0.1:99999", nil), "http.proxy has the port '99999'; "),
            ((nil, "none.pem"), "none.pem: the file of trusted certificates cannot be read"),
            ((nil, "empty.pem"), "empty.pem: the file has no certificates"),
        ] as [((proxy: String?, authorities: String?), String)])
    func network(given: (proxy: String?, authorities: String?), sentence: String) async throws {
        var workplace = try Workplace()
        defer { workplace.remove() }
        try workplace.write("nothing", to: "empty.pem")
        workplace.environment["OPENAI_API_KEY"] = "k"
        workplace.settings.set(.proxy, given.proxy.map(ConfigContent.string))
        let folder = workplace.folder.path
        workplace.settings.set(.authorities, given.authorities.map { .string("\(folder)/\($0)") })
        let assembly = workplace.assembly
        let problem = #expect(throws: Problem.self) { try assembly.engines.recognizer("openai") }
        let said = problem.map { "\($0)" } ?? ""
        #expect(said.contains(sentence) && !said.contains("hunter2"), "\(said)")
        #expect(problem?.kind == .usage)
    }

    @Test(
        "given languages that cannot be, when they are read, then one sentence says why",
        arguments: [
            ("en", "yue", "Cantonese"), ("en", "cy", "not a language Verbio knows"), ("en", "hi-Latn", "script"),
            ("en", "en", "both languages are English"), ("en", "", "the language for --to is not given"),
            ("", "es", "the language for --from is not given"), ("", "", "the languages are not given"),
            ("auto", "es", "the language is found out only for recordings of one side"),
            ("en", "es,fr", "this translates into one language at a time"),
        ])
    func languages(from: String, to: String, words: String) {
        var settings = Settings(values: [:])
        settings.set(.from, .string(from))
        settings.set(.to, .string(to))
        let given = settings
        let problem = #expect(throws: Problem.self) { _ = try given.languagePair() }
        #expect("\(problem.map { "\($0)" } ?? "")".contains(words) && problem?.kind == .usage)
    }

    @Test("given only a spoken language, when nothing is translated, then it is the only one")
    func transcribed() throws {
        var settings = Settings(values: [:])
        settings.set(.from, .string("en"))
        settings.set(.translator, .stringArray(["none"]))
        #expect(try settings.languagesHeard(twoWay: false) == [LanguagePair(only: LanguageTag(.en))])
        settings.set(.to, .string("es"))
        #expect(try settings.languagesHeard(twoWay: true) == [LanguagePair(from: .en, to: .es)])
    }
}
