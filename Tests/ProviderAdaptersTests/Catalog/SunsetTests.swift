import FoundationEssentials
import ProviderAdapters
import Providers
import Testing

/// What is said of models that end, on which day, and whether the catalog itself is ready for it.
@Suite struct SunsetTests {
    private func sunset(_ change: (inout Sunset) -> Void = { _ in }) throws -> ModelSunset {
        let catalog = try ProviderCatalog(
            yaml: "a: {url: http://x, mt: {wire: deepl, model: old, sunset: {date: 2027-03-01}}}", at: "list.yaml")
        var sunset = try #require(catalog.providers["a"]?.translation?.sunset)
        change(&sunset)
        return ModelSunset(model: "old", sunset: sunset)
    }

    @Test(
        "Given the day, when a model's end is told, then it counts the last sixty days and speaks of the past afterwards",
        arguments: [
            ("2026-11-29", "will be shut down on 2027-03-01"), ("2026-12-30", "will be shut down on 2027-03-01"),
            ("2026-12-31", "will be shut down in 60 days, on 2027-03-01"),
            ("2027-02-27", "will be shut down in 2 days, on 2027-03-01"),
            ("2027-02-28", "will be shut down tomorrow, on 2027-03-01"), ("2027-03-01", "was shut down on 2027-03-01"),
            ("2030-01-01", "was shut down on 2027-03-01"),
        ])
    func days(today: String, says: String) throws {
        let sentence = try sunset().sentence(of: "a", today: today)
        #expect(sentence == "a: the model old \(says); name another model, or another provider")
    }

    @Test("Given a leap year, when days are counted, then 29 February counts")
    func leapYear() throws {
        let end = try sunset { $0.date = "2028-03-01" }
        #expect(end.daysLeft(from: "2028-02-28") == 2 && end.daysLeft(from: "2027-03-01") == 366)
        #expect(end.daysLeft(from: "today") == nil && !end.isNear("today"))
    }

    @Test("Given a successor or other providers, when a model's end is told, then they are named")
    func cures() throws {
        func cure(_ change: (inout Sunset) -> Void) throws -> String {
            try sunset(change).sentence(of: "a", today: "2026-11-29").split(separator: "; ").last.map(String.init) ?? ""
        }
        #expect(try cure { $0.successor = "new" } == "use new")
        #expect(try cure { $0.instead = ["b", "c"] } == "use another provider: b, c")
        let both = try cure {
            $0.successor = "new"
            $0.instead = ["b"]
        }
        #expect(both == "use new, or another provider: b")
    }

    /// A user of an entry without `NAME/MODEL` has not chosen the model, so the entry has to say what to do.
    @Test("Given the built-in entries, when a default model ends, then its entry names what takes its place")
    func defaultsNameWhatFollows() throws {
        let catalog = try ProviderCatalog.builtIn()
        for (name, provider) in catalog.providers {
            for stage in Stage.allCases {
                guard let sunset = provider.sunset(of: stage) else { continue }
                #expect(sunset.successor != nil || sunset.instead?.isEmpty == false, "\(name) \(stage)")
            }
        }
    }

    @Test("Given the built-in entries, when they name others instead, then those do the same and do not end")
    func othersDoTheSame() throws {
        let catalog = try ProviderCatalog.builtIn()
        for (name, provider) in catalog.providers {
            let own = Stage.allCases.compactMap { stage in provider.sunset(of: stage).map { (stage, $0) } }
            // Speech is all that the listed models of this kind do.
            let listed = (provider.otherSunsets ?? [:]).values.map { (Stage.synthesis, $0) }
            for (stage, sunset) in own + listed {
                for other in sunset.instead ?? [] {
                    let provider = catalog.providers[other]
                    let does = provider?.model(of: stage) != nil && provider?.sunset(of: stage) == nil
                    #expect(does, "\(name): \(other) \(stage)")
                }
            }
        }
    }

    /// The calendar alone must not break a build, so this only warns. If it does, name another model in `config/providers.yaml`.
    @Test("Given today's date, when a default model ends within sixty days, then the test warns and does not fail")
    func warnsOfEnds() throws {
        let today = Date().formatted(.iso8601.year().month().day())
        for ending in try ProviderCatalog.builtIn().defaultsThatEnd(near: today) {
            Issue.record("\(ending) ends soon or has ended; give its entry another model", severity: .warning)
        }
        let catalog = try ProviderCatalog(
            yaml: """
                a: {url: http://x, mt: {wire: deepl, model: m, sunset: {date: 2027-03-01}}}
                b: {url: http://x, sunsets: {m: {date: 2027-02-01}}, mt: {wire: deepl, model: m}}
                c: {url: http://x, sunsets: {n: {date: 2027-02-01}}, mt: {wire: deepl, model: m}}
                """, at: "list.yaml")
        #expect(catalog.defaultsThatEnd(near: "2026-11-29").isEmpty)
        #expect(catalog.defaultsThatEnd(near: "2026-12-15") == ["b.mt: m"])
        #expect(catalog.defaultsThatEnd(near: "2027-04-01") == ["a.mt: m", "b.mt: m"])
    }
}
