package import Language
internal import Plumbing
package import Providers

/// Translation without a network: the rules and dictionaries of Apertium, run as child processes.
///
/// If a pair has no package of its own, it goes through a language between, Spanish first. A pair's programs start with its
/// first text (0.1 to 0.2 s) and are kept; from then on a text takes 1 to 5 ms.
package final class ApertiumTranslator: Translator {
    /// Where its programs are, and the limits of its work.
    package struct Configuration: Sendable, Hashable {
        /// The folder with one file for each pair.
        package var modesDirectory = "/usr/share/apertium/modes"
        package var searchPath = SearchPath.environment
        /// Runs the chain of programs of a pair.
        package var shell = "/bin/sh"
        /// The longest text that is taken.
        package var maximumCharacters = 20_000
        /// The number of direct pairs with programs that are kept, each 40 to 110 MB; at least 1.
        ///
        /// Four are enough for both directions of a conversation that goes through Spanish. If there are more, the pair that
        /// was not used for the longest time is released.
        package var residentPairs = 4

        package init() {}
    }

    package static let name = "apertium"

    package let descriptor: ProviderDescriptor
    package let capabilities: TranslatorCapabilities
    private let configuration: Configuration
    private let lines: [LanguagePair: ApertiumLine]
    /// The pairs with programs that are kept; the one used last is at the end.
    private let residents = Locked<[LanguagePair]>([])
    /// Pairs with an installed mode of which some programs are missing.
    private let broken: [LanguagePair: [String]]

    /// Looks for the installed pairs. It starts no program yet.
    package init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        var lines: [LanguagePair: ApertiumLine] = [:]
        var broken: [LanguagePair: [String]] = [:]
        var files: [String] = []
        let modes = ApertiumMode.installed(in: configuration.modesDirectory)
        for (pair, mode) in modes.sorted(by: { $0.value.name < $1.value.name }) {
            let missing = mode.missingPrograms(configuration.searchPath)
            guard missing.isEmpty else {
                broken[pair] = missing
                continue
            }
            // Support for varieties was added later. They are left out so that earlier translations keep their keys.
            if pair == pair.plain { files += mode.dataFiles }
            lines[pair] = ApertiumLine(
                mode, shell: configuration.shell, searchPath: configuration.searchPath,
                limit: configuration.maximumCharacters * 64 + 4_096)
        }
        self.lines = lines
        self.broken = broken
        descriptor = ProviderDescriptor(
            name: Self.name,
            model: lines.filter { $0.key == $0.key.plain }.map(\.value.mode.name).sorted().joined(separator: " "),
            parameters: ["files": FileFacts.fingerprint(of: files)])
        let pairs = LanguagePair.pairs(within: lines.keys).filter { Self.route($0, over: lines) != nil }
        capabilities = TranslatorCapabilities(pairs: Set(pairs)) {
            $0.grades = pairs.reduce(into: [:]) { $0[$1] = TranslationGrades.grade(of: Self.name, $1) }
            $0.varieties = Set(lines.keys.map(\.target)).intersection(LanguageTag.ofVarieties)
            $0.quality = .rough
            $0.maximumCharacters = configuration.maximumCharacters
        }
    }

    /// Starts the programs of a pair now, so that its first text does not wait for them.
    ///
    /// - Throws: ``ProviderError`` with what to install.
    package func prepare(_ pair: LanguagePair) async throws {
        guard let route = Self.route(pair, over: lines) else { throw noRoute(pair) }
        for line in route { _ = try await send("", through: line) }
    }

    /// Translates an utterance as a whole, without partial results.
    package func translate(_ request: TranslationRequest, piece: PartialSink<String>) async throws -> Translation {
        try Task.checkCancellation()
        let text = request.text
        let count = text.unicodeScalars.count
        guard count <= configuration.maximumCharacters else {
            throw failure(
                .unsupported,
                "the text has \(count) characters, the longest it takes has \(configuration.maximumCharacters)",
                cure: "translate it in parts")
        }
        guard let route = Self.route(request.pair, over: lines) else { throw noRoute(request.pair) }
        let usage = Usage(characters: count)
        guard ApertiumText.hasWords(text) else {
            return Translation(text: text, tag: request.pair.target, usage: usage)
        }
        var current = ApertiumCase.prepared(text, from: request.pair.from)
        var unknown: Set<String> = []
        var uninflected = 0
        for line in route {
            let answer = try await send(current, through: line)
            guard ApertiumText.hasWords(answer.text) else { throw nothing(from: line) }
            unknown.formUnion(answer.unknown)
            uninflected += answer.uninflected
            current = ApertiumCase.matched(
                answer.text, to: current, language: line.mode.pair.to, unknown: answer.unknown)
        }
        var notes: [String] = []
        if route.count > 1 { notes.append(Translation.note(onPivot: route[0].mode.pair.to)) }
        notes += Translation.notes(onUnknown: ApertiumText.words(of: current).filter { unknown.remove($0) != nil })
        if uninflected > 0 { notes.append("uninflected-words:\(uninflected)") }
        return Translation(text: current, tag: request.pair.target, notes: notes, usage: usage)
    }

    /// One line for a direct pair, or two lines if a language between joins them; nil if none does.
    private static func route(_ pair: LanguagePair, over lines: [LanguagePair: ApertiumLine]) -> [ApertiumLine]? {
        let (from, to) = (LanguageTag(pair.from), pair.target)
        func line(_ from: LanguageTag, _ to: LanguageTag) -> ApertiumLine? {
            (try? LanguagePair(from, to: to)).flatMap { lines[$0] }
        }
        if let direct = line(from, to) { return [direct] }
        let between = [LanguageCode.es] + LanguageCode.known.filter { $0 != .es }
        for pivot in between.map({ LanguageTag($0) }) {
            guard let there = line(from, pivot), let on = line(pivot, to) else { continue }
            return [there, on]
        }
        return to.variety == nil ? nil : route(pair.plain, over: lines)
    }

    /// The direct pairs that the pair may be composed of.
    private static func hops(_ pair: LanguagePair) -> [LanguagePair] {
        let throughSpanish = [
            try? LanguagePair(from: pair.from, to: .es), try? LanguagePair(from: .es, to: pair.to),
        ]
        return [pair] + throughSpanish.compactMap(\.self)
    }

    private func send(_ text: String, through line: ApertiumLine) async throws -> ApertiumText.Answer {
        let retired = residents.withLock { residents in
            residents.removeAll { $0 == line.mode.pair }
            residents.append(line.mode.pair)
            let surplus = residents.count - max(1, configuration.residentPairs)
            defer { residents.removeFirst(max(0, surplus)) }
            return residents.prefix(max(0, surplus))
        }
        for pair in retired { lines[pair]?.retire() }
        do {
            return try await line.translate(text)
        } catch let child as ChildFailure {
            let pair = line.mode.pair
            switch child {
            case .tooMuch(let limit):
                throw failure(.unusable, "\(pair) gave more than \(limit) bytes for one text")
            case .notStarted(let why):
                throw failure(.unavailable, "\(pair) does not start (\(why))", cure: ApertiumPackages.cure(for: pair))
            case .ended, .failed:
                throw failure(
                    .unusable, "the programs of \(pair) ended without an answer", cure: ApertiumPackages.cure(for: pair)
                )
            }
        }
    }

    private func nothing(from line: ApertiumLine) -> ProviderError {
        let usesGrammar = line.mode.stages.contains { $0.program == "cg-proc" }
        return failure(
            .unusable, "\(line.mode.pair) gave no words for a text with words",
            cure: usesGrammar ? "apt-get install cg3" : nil)
    }

    private func noRoute(_ pair: LanguagePair) -> ProviderError {
        let names = "\(pair.from.englishName) to \(pair.to.englishName)"
        if let programs = Self.hops(pair).compactMap({ broken[$0] }).first {
            let packages = Set(programs.map(ApertiumPackages.package(ofProgram:))).sorted()
            return failure(
                .unavailable, "the pair from \(names) lacks \(programs.joined(separator: ", "))",
                cure: "apt-get install \(packages.joined(separator: " "))")
        }
        guard let cure = ApertiumPackages.cure(for: pair) else {
            let languages = ApertiumPackages.languages.map(\.rawValue).sorted().joined(separator: " ")
            return failure(
                .unsupported, "no pair from \(names)",
                cure: "Apertium on Debian translates between \(languages); configure another translator for this pair")
        }
        return failure(.unavailable, "the pair from \(names) is not installed", cure: cure)
    }

    private func failure(_ failure: ProviderError.Failure, _ message: String, cure: String? = nil) -> ProviderError {
        ProviderError(failure, stage: .translation, provider: Self.name, message, cure: cure)
    }
}
