import Accounts
import Plumbing
import Testing

struct TierCatalogueTests {
    private static let fields = [
        "minutes-a-month: 30", "longest-file: 10", "sessions: 1", "providers: [whisper, ct2]", "voices: all",
        "history-days: unlimited", "requests-a-minute: 60",
    ]

    private func yaml(_ fields: [String]) -> String { "free:\n" + fields.map { "  \($0)\n" }.joined() }

    private func read(_ yaml: String) throws -> TierCatalogue { try TierCatalogue(yaml: yaml, at: "tiers.yaml") }

    @Test("Given the file of the program, when it is read, then it has three tiers, each with more than the one before")
    func readsTheBuiltIn() throws {
        let catalogue = try TierCatalogue.builtIn()
        #expect(catalogue.tiers.map(\.name) == ["free", "pro", "premium"])
        #expect(catalogue.first.name == "free")
        let minutes = catalogue.tiers.map { $0.minutesPerMonth ?? .infinity }
        #expect(minutes == minutes.sorted())
        #expect(!catalogue.first.providers.contains("openai"))
        #expect(try catalogue.tier("pro").providers.contains("openai"))
    }

    @Test("Given a tier, when it is read, then all its fields are known, and unlimited is no limit")
    func readsFields() throws {
        let tier = try read(yaml(Self.fields)).first
        #expect(
            tier
                == Tier(name: "free") {
                    $0.minutesPerMonth = 30
                    $0.longestFile = 10
                    $0.sessions = 1
                    $0.providers = .only(["whisper", "ct2"])
                    $0.voices = .all
                    $0.historyDays = nil
                    $0.requestsPerMinute = 60
                })
    }

    @Test(
        "Given a tier that lacks a field, when it is read, then the problem names the field and the line",
        arguments: 0..<7)
    func namesMissingFields(index: Int) {
        var fields = Self.fields
        let name = fields.remove(at: index).prefix { $0 != ":" }
        let problem = #expect(throws: Problem.self) { try read(yaml(fields)) }
        #expect(
            problem?.description
                == "tiers.yaml, line 1: the tier free lacks \(name); add it, or write unlimited or all")
    }

    @Test(
        "Given a value that a field cannot have, when it is read, then the problem says where and what can be there",
        arguments: [
            ("minutes-a-month: -1", "line 2: minutes-a-month of the tier free is '-1'; write 0 to 1000000"),
            ("minutes-a-month: .nan", "line 2: minutes-a-month of the tier free is '.nan'; write 0 to"),
            ("minutes-a-month: 1e400", "line 2: minutes-a-month of the tier free is '1e400'; write 0 to"),
            ("longest-file: many", "line 2: longest-file of the tier free is 'many'; write 1 to 100000"),
            ("sessions: 1.5", "line 2: sessions of the tier free is not a whole number"),
            ("sessions: [1]", "line 2: sessions of the tier free is 'a list'; write 0 to"),
            ("providers: whisper", "line 2: providers of the tier free is not a list of up to 256 names; write [NAME"),
            ("providers: []", "line 2: providers of the tier free is not a list of up to 256 names; write [NAME"),
            ("voices: [a, [b]]", "line 2: voices of the tier free is not a list"),
            ("history-days: 0", "line 2: history-days of the tier free is '0'; write 1 to 36500, or unlimited"),
            ("minutes: 3", "line 2: the tier free has no field 'minutes'; use minutes-a-month, longest-file, sessions"),
        ])
    func namesWrongValues(field: String, sentence: String) {
        let name = field.prefix { $0 != ":" }
        let fields = [field] + Self.fields.filter { !$0.hasPrefix("\(name):") }
        let problem = #expect(throws: Problem.self) { try read(yaml(fields)) }
        #expect(problem?.description.hasPrefix("tiers.yaml, \(sentence)") == true, "\(problem?.description ?? "")")
    }

    @Test(
        "Given a file that is not one of tiers, when it is read, then the problem says what is wrong",
        arguments: [
            ("", "tiers.yaml: there is no tier in the file"), ("- free", "tiers.yaml: there is no tier in the file"),
            ("free: [", "tiers.yaml, line"), ("free:", "tiers.yaml, line 1: the tier free has no fields"),
            ("Free Tier:\n  sessions: 1", "tiers.yaml, line 1: 'Free Tier' is not a name for a tier"),
            ("free:\n  sessions: 1\n  sessions: 2", "tiers.yaml, line 2: 'sessions' is there twice"),
            (String(repeating: "#", count: 70_000), "tiers.yaml: the file has more than 65536 bytes"),
        ])
    func namesWrongFiles(text: String, sentence: String) {
        let problem = #expect(throws: Problem.self) { try read(text) }
        #expect(problem?.code == "tiers.unreadable")
        #expect(problem?.description.hasPrefix(sentence) == true, "\(problem?.description ?? "")")
    }

    @Test("Given a tier that is not declared, when it is requested, then its accounts have the first one's rights")
    func knowsNoOthers() throws {
        let catalogue = try TierCatalogue.builtIn()
        #expect(
            throws: Problem(
                .usage, "tiers.unknown", "there is no tier 'gold'", cure: "use one of: free, pro, premium")
        ) { try catalogue.tier("gold") }
        #expect(catalogue.rights(of: "gold") == catalogue.first)
    }
}
