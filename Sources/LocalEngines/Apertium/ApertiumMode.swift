internal import Foundation
internal import Language

/// One installed translation direction of Apertium: the pipeline of programs that its mode file names.
struct ApertiumMode: Sendable {
    var pair: LanguagePair
    /// The name, such as `spa-ita`.
    var name: String
    /// The programs in order, each with its arguments as the mode file has them (quoted for the shell).
    var stages: [Stage]

    struct Stage: Sendable {
        var program: String
        var arguments: String
    }

    /// Reads files such as `spa-ita.mode`, or `es-pt_BR.mode` for a variety.
    ///
    /// It is nil for other kinds (`eco-es-fr`) and for languages that Verbio does not speak.
    init?(file: String, in directory: String) {
        guard file.hasSuffix(".mode") else { return nil }
        name = String(file.dropLast(5))
        let tags = name.split(separator: "-", omittingEmptySubsequences: false).map(Self.tag)
        guard tags.count == 2, let from = tags[0], from.variety == nil, let to = tags[1],
            let pair = try? LanguagePair(from, to: to)
        else { return nil }
        self.pair = pair
        guard let data = FileManager.default.contents(atPath: directory + "/" + file), data.count < 64 * 1024 else {
            return nil
        }
        let text = String(decoding: data, as: UTF8.self)
        stages = text.split(separator: "|").compactMap { stage in
            let words = stage.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard let program = words.first else { return nil }
            return Stage(program: String(program), arguments: words.count > 1 ? String(words[1]) : "")
        }
        guard !stages.isEmpty else { return nil }
    }

    /// The language of a code with its variety, such as `pt_BR`.
    private static func tag(_ text: Substring) -> LanguageTag? {
        let parts = text.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard let code = languages[String(parts[0])] else { return nil }
        return parts.count == 1 ? LanguageTag(code) : LanguageTag(rawValue: "\(code)-\(parts[1])")
    }

    /// Apertium's codes, which have three letters in newer packages and two in older ones.
    private static let languages: [String: LanguageCode] = {
        let names = LanguageCode.known.flatMap { language in
            ([language.rawValue] + language.longCodes).map { ($0, language) }
        }
        return Dictionary(names) { first, _ in first }
    }()

    /// The pipeline as a script of a shell. The shell's first argument is `-g`, the second is empty; the mode file refers to
    /// them. `-z` makes each program answer at every NUL.
    var script: String {
        stages.map { "\($0.program) -z \($0.arguments)" }.joined(separator: " | ")
    }

    /// The programs that are not on the search path.
    func missingPrograms(_ searchPath: SearchPath) -> [String] {
        Set(stages.map(\.program)).filter { searchPath.find($0) == nil }.sorted()
    }

    /// The data files that the mode file names.
    var dataFiles: [String] {
        stages.flatMap { stage in
            stage.arguments.split(separator: "'").map(String.init).filter { $0.hasPrefix("/") }
        }
    }

    /// All modes of a directory. If two are for the same pair, the first one counts.
    static func installed(in directory: String) -> [LanguagePair: ApertiumMode] {
        var modes: [LanguagePair: ApertiumMode] = [:]
        for file in FileFacts.names(in: directory) {
            guard let mode = ApertiumMode(file: file, in: directory), modes[mode.pair] == nil else { continue }
            modes[mode.pair] = mode
        }
        return modes
    }
}

/// The Debian 12 packages that hold translation pairs between Verbio's languages.
enum ApertiumPackages {
    struct Package {
        var languages: Set<LanguageCode>
        /// The packages to install. The Italian pair calls `cg-proc` without depending on its package.
        var install: [String]
    }

    static let all: [Package] = [
        Package(languages: [.en, .es], install: ["apertium-eng-spa"]),
        Package(languages: [.fr, .es], install: ["apertium-fr-es"]),
        Package(languages: [.pt, .es], install: ["apertium-es-pt"]),
        Package(languages: [.it, .es], install: ["apertium-spa-ita", "cg3"]),
    ]

    static var everything: String {
        "apt-get install " + (["apertium"] + all.flatMap(\.install)).joined(separator: " ")
    }

    /// The languages that the packages support.
    static var languages: Set<LanguageCode> { all.reduce(into: []) { $0.formUnion($1.languages) } }

    /// What to install for a pair; nil if Debian has nothing for it.
    static func cure(for pair: LanguagePair) -> String? {
        func package(_ one: LanguageCode, _ other: LanguageCode) -> [String]? {
            all.first { $0.languages == [one, other] }?.install
        }
        if let direct = package(pair.from, pair.to) {
            return "apt-get install " + (["apertium"] + direct).joined(separator: " ")
        }
        guard let first = package(pair.from, .es), let second = package(.es, pair.to) else { return nil }
        return "apt-get install " + (["apertium"] + first + second).joined(separator: " ")
    }

    /// The package of a program that a mode needs.
    static func package(ofProgram program: String) -> String {
        switch program {
        case "cg-proc": "cg3"
        case "lt-proc": "lttoolbox"
        case "lrx-proc": "apertium-lex-tools"
        case "lsx-proc": "apertium-separable"
        case "apertium-anaphora": "apertium-anaphora"
        default: "apertium"
        }
    }
}
