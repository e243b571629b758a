import Foundation
import Testing
import VerbioService
import VerbioTesting

/// The documents that people read first, and the guides next to the code.
@Suite("Documents") struct DocumentTests {
    @Test("given the README, when it is measured, then it fits on a page")
    func readmeLimits() throws {
        let readme = try Guide("README.md")
        let lines = readme.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 151)
        #expect(readme.text.split(whereSeparator: \.isWhitespace).count <= 1_500)
        #expect(lines.allSatisfy { $0.count <= 120 }, "\(lines.filter { $0.count > 120 })")
    }

    @Test("given CONTRIBUTING.md, when it is measured, then it has at most 150 lines")
    func contributingLimits() throws {
        #expect(try Guide("CONTRIBUTING.md").text.split(separator: "\n", omittingEmptySubsequences: false).count <= 151)
    }

    @Test("given a document, when its relative links are followed, then each leads to a file", arguments: Guide.all)
    func relativeLinks(_ guide: Guide) {
        // DocC's own kind of link leads nowhere in plain Markdown.
        #expect(!guide.text.contains("doc:"), "\(guide.path)")
        for link in guide.links where !link.contains(":") {
            let path = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
            // DocC finds pictures by their names.
            let isPicture = path.hasSuffix(".png") && !path.contains("/")
            let folder = isPicture ? guide.folder.appending(path: "Resources") : guide.folder
            let target = folder.appending(path: String(path)).standardizedFileURL
            #expect(path.isEmpty || FileManager.default.fileExists(atPath: target.path), "\(guide.path): \(link)")
        }
    }

    @Test("given a catalogue, when its articles are linked, then each exists and its landing page names it")
    func catalogues() throws {
        let catalogues = Dictionary(grouping: Guide.all.filter { $0.folder.pathExtension == "docc" }, by: \.folder)
        #expect(catalogues.count >= 7)
        for (folder, guides) in catalogues {
            let target = folder.deletingPathExtension().lastPathComponent
            let landing = try #require(guides.first { $0.name == target }, "\(folder.path) has no landing page")
            #expect(landing.text.hasPrefix("# ``\(target)``\n"))
            let articles = Set(guides.map(\.name)).subtracting([target])
            #expect(Set(landing.articles) == articles, "\(landing.path)")
            for guide in guides {
                #expect(Set(guide.articles).isSubset(of: articles), "\(guide.path)")
            }
        }
    }

    @Test("given a guide for users, when README is read, then it links to the guide")
    func readmeLinks() throws {
        let links = try Guide("README.md").links
        let guides = Guide.all.filter { $0.folder.lastPathComponent == "verbio.docc" && $0.name != "verbio" }
        for guide in guides { #expect(links.contains(guide.path), "\(guide.path)") }
    }

    @Test("given a guide for contributors, when CONTRIBUTING.md is read, then it links to the guide")
    func contributingLinks() throws {
        let links = try Guide("CONTRIBUTING.md").links
        let guides = Guide.all.filter { guide in
            let catalogue = guide.folder.deletingPathExtension().lastPathComponent
            return guide.folder.pathExtension == "docc" && catalogue != "verbio" && guide.name != catalogue
        }
        for guide in guides { #expect(links.contains(guide.path), "\(guide.path)") }
    }

    @Test("given the table of modules, when the sources are read, then all are in it and imports run down it")
    func modules() throws {
        let rows = try Guide("CONTRIBUTING.md").text.matches(of: #/(?m)^\| `([A-Za-z0-9]+)` \| /#).map { String($0.1) }
        let sources = Product.root.appending(path: "Sources")
        let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path).filter { $0 != "CLibraries" }
        #expect(rows.count == Set(rows).count && Set(rows) == Set(folders))
        for (place, module) in rows.enumerated() {
            let above = Set(rows[..<place])
            for file in Guide.files(below: "Sources/\(module)", "swift") {
                let text = try String(contentsOf: file, encoding: .utf8)
                let imports = text.split(separator: "\n").filter { $0.contains("import ") }.compactMap {
                    $0.wholeMatch(of: /(?:[a-z]+ )?import ([A-Za-z0-9]+)/).map { String($0.1) }
                }
                let upwards = imports.filter { rows.contains($0) && !above.contains($0) }
                #expect(upwards.isEmpty, "\(module): \(file.lastPathComponent) imports \(upwards)")
            }
        }
    }

    @Test("given the table of new things, when its places are looked up, then each file, folder and type exists")
    func places() throws {
        let text = try Guide("CONTRIBUTING.md").text
        let start = try #require(text.range(of: "## Where a new thing goes")).upperBound
        let end = try #require(text[start...].range(of: "## Style")).lowerBound
        let names = text[start..<end].matches(of: /`([^`\n]+)`/).map { String($0.1) }
        let swift = ["Sources", "Tests"].flatMap { Guide.files(below: $0, "swift") }
        let code = try swift.map { try String(contentsOf: $0, encoding: .utf8) }
        for name in names where !name.contains(" ") && !name.hasPrefix(".") {
            if name.contains("/") {
                let isThere = ["", "Sources/"].contains {
                    FileManager.default.fileExists(atPath: Product.root.appending(path: $0 + name).path)
                }
                #expect(isThere, "\(name)")
            } else {
                let type = name.prefix { $0 != "." }
                let declarations = ["struct", "enum", "class", "protocol"].map { "\($0) \(type)" }
                let isThere =
                    code.contains { text in declarations.contains { text.contains($0) } }
                    || FileManager.default.fileExists(atPath: Product.root.appending(path: "Sources/\(name)").path)
                    || swift.contains { $0.lastPathComponent == name }
                #expect(isThere, "\(name)")
            }
        }
    }

    @Test("given a guide, when it names a setting, then the setting exists", arguments: Guide.all)
    func settings(_ guide: Guide) throws {
        let known = try Guide.settings()
        let sections = Set(known.map { $0.prefix { $0 != "." } })
        for match in guide.text.matches(of: /`([a-z]+)\.([a-z-]+)(?::[^`]*)?`/) where sections.contains(match.1) {
            let name = "\(match.1).\(match.2)"
            // The document, the events and wires have dotted names, too.
            let isFile =
                ["yaml", "json", "md", "cpp", "py"].contains(match.2) || name.hasPrefix("translation.refused")
                || ["store.full", "store.other-audio", "store.taken-over", "store.unreachable"].contains(name)
            let isGone = guide.path == "CHANGELOG.md" && RetiredSetting.all.contains { $0.name == name }
            #expect(isFile || isGone || known.contains(name), "\(guide.path): \(name)")
        }
    }
}

/// A document in Markdown.
struct Guide: Sendable, CustomTestStringConvertible {
    /// Relative to the package's root.
    let path: String
    let text: String

    init(_ path: String) throws {
        self.path = path
        text = try String(contentsOf: Product.root.appending(path: path), encoding: .utf8)
    }

    var testDescription: String { path }
    var folder: URL { Product.root.appending(path: path).deletingLastPathComponent() }
    /// Without its ending.
    var name: String { Product.root.appending(path: path).deletingPathExtension().lastPathComponent }

    /// What its links lead to. Links in code are examples.
    var links: [String] { Self.prose(text).matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) } }

    /// The articles of its own catalogue that it links to.
    var articles: [String] { links.compactMap { $0.wholeMatch(of: /([A-Za-z]+)\.md/).map { String($0.1) } } }

    /// The lines of its code blocks and its code in sentences.
    var code: [String] {
        let blocks = text.matches(of: /(?m)^\s*```[a-z]*\n((?:.*\n)*?)\s*```/).map { String($0.1) }
        let spans = Self.withoutBlocks(text).matches(of: /`([^`\n]+)`/).map { String($0.1) }
        return blocks.flatMap { $0.replacing("\\\n", with: " ").split(separator: "\n").map(String.init) } + spans
    }

    private static func withoutBlocks(_ text: String) -> String {
        text.replacing(/(?m)^\s*```[a-z]*\n(?:.*\n)*?\s*```/, with: "")
    }

    private static func prose(_ text: String) -> String {
        withoutBlocks(text).replacing(/`[^`\n]+`/, with: "")
    }

    /// README and its neighbours, the figures, and every article of a catalogue.
    static let all: [Guide] = {
        let articles = files(below: "Sources", "md").filter { $0.deletingLastPathComponent().pathExtension == "docc" }
        let root = Product.root.standardizedFileURL.path
        let paths = articles.map { file in
            String(file.standardizedFileURL.path.dropFirst(root.count).drop { $0 == "/" })
        }
        let others = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Tests/Benchmarks/FIGURES.md"]
        return (others + paths.sorted()).compactMap { try? Guide($0) }
    }()

    /// The files of a kind, with those in subfolders.
    static func files(below folder: String, _ ending: String) -> [URL] {
        let files = FileManager.default.enumerator(
            at: Product.root.appending(path: folder), includingPropertiesForKeys: nil)
        return (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == ending }
    }

    /// The names of all settings, as `config/verbio.yaml` lists them.
    static func settings() throws -> Set<String> {
        let list = try Guide("config/verbio.yaml").text
        var section: Substring = ""
        var names: Set<String> = []
        for line in list.split(separator: "\n") {
            if let match = line.wholeMatch(of: #/\# ([a-z]+):/#) {
                section = match.1
            } else if let match = line.prefixMatch(of: #/\#   ([a-z-]+): /#), !section.isEmpty {
                names.insert("\(section).\(match.1)")
            }
        }
        return names
    }
}
