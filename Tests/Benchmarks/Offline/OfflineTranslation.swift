import Foundation
import Language
import LocalEngines
import Plumbing
import Providers
import VerbioTesting

/// How well the translators of this machine translate: chrF and BLEU of each direction on the project's everyday sentences and on
/// the parallel texts of the shared corpus, with CPU time and memory of the whole program.
///
/// It measures what is installed, and prints the rows of `MeasuredScores`. CPU time has the program's start in it, and not that of
/// children which end with it (Apertium's). `VERBIO_OFFLINE=firefox,apertium` chooses engines.
enum OfflineTranslation {
    /// One direction of an engine.
    private struct Result {
        var engine: String
        var pair: LanguagePair
        var chrF: Double
    }

    static func measure() async throws -> [Figure] {
        let chosen = ProcessInfo.processInfo.environment["VERBIO_OFFLINE"]?.split(separator: ",").map(String.init)
        // Whisper translates the sound, not a text.
        let engines = await offlineEngineInventory(LocalEngineSettings(dataDirectory: OwnTranslation.data)).filter {
            $0.stage == .translation && $0.installed && $0.name != "whisper" && chosen?.contains($0.name) != false
        }
        let own = try OwnTranslation()
        defer { own.removeFiles() }
        for (name, megabytes) in OwnTranslation.models { print("offline: \(name): \(tenths(megabytes)) MB on disk") }
        let parallel = ParallelTexts()
        var results: [Result] = []
        for engine in engines {
            print("offline: \(engine.name): \(engine.version ?? "no version")")
            for pair in LanguagePair.all where engine.pairs.contains(pair) {
                guard let result = try everyday(engine.name, pair, own) else { continue }
                results.append(result)
                try texts(parallel, engine.name, pair, own)
            }
        }
        for (engine, rows) in Dictionary(grouping: results, by: \.engine).sorted(by: { $0.key < $1.key }) {
            let row = rows.map { "\"\($0.pair.from)-\($0.pair.to)\": \(tenths($0.chrF))" }.joined(separator: ", ")
            print("offline: row of MeasuredScores: \"\(engine)\": [\(row)]")
        }
        return figures(results)
    }

    private static func everyday(_ engine: String, _ pair: LanguagePair, _ own: OwnTranslation) throws -> Result? {
        let lines = try EverydaySentences.lines(in: pair.from.rawValue)
        let references = try EverydaySentences.lines(in: pair.to.rawValue)
        let (translations, run) = try own.run(lines, pair, engine)
        guard translations.count == references.count else {
            print("offline: \(engine) \(pair): \(translations.count) lines of \(references.count), so it is not scored")
            return nil
        }
        let (characters, words) = score(translations, references, pair.to)
        print(
            "offline: \(engine) \(pair): chrF \(tenths(characters)), BLEU \(tenths(words)), "
                + "\(TranslationGrades.quality(chrF: characters, into: pair.to).rawValue), "
                + "\((run.cpuSeconds / Double(lines.count)).brief) CPU s a sentence, "
                + "\(Int(run.peakMegabytes)) MB in the largest process")
        return Result(engine: engine, pair: pair, chrF: characters)
    }

    private static func texts(
        _ parallel: ParallelTexts, _ engine: String, _ pair: LanguagePair, _ own: OwnTranslation
    ) throws {
        let texts = parallel.texts(pair)
        guard !texts.isEmpty else { return }
        let (translations, _) = try own.run(texts.map(\.source), pair, engine)
        guard translations.count == texts.count else { return }
        let (characters, words) = score(translations, texts.map(\.target), pair.to)
        print(
            "offline: \(engine) \(pair), \(texts.count) technical texts: chrF \(tenths(characters)), "
                + "BLEU \(tenths(words))")
    }

    private static func score(
        _ translations: [String], _ references: [String], _ language: LanguageCode
    ) -> (characters: Double, words: Double) {
        var (characters, words) = (CharacterScore(), WordScore(ofCharacters: language == .zh || language == .ja))
        for (translation, reference) in zip(translations, references) {
            characters.add(translation, reference: reference)
            words.add(translation, reference: reference)
        }
        return (characters.value, words.value)
    }

    private static func figures(_ results: [Result]) -> [Figure] {
        let better = results.filter { $0.engine == FirefoxTranslator.name }.compactMap { firefox -> Figure? in
            let other = results.first { $0.engine == ApertiumTranslator.name && $0.pair == firefox.pair }
            return other.map { apertium in
                Figure(
                    name: "offline, \(firefox.pair), Firefox above Apertium", value: firefox.chrF - apertium.chrF,
                    unit: "chrF", target: 12, atLeast: true,
                    note: "\(tenths(firefox.chrF)) against \(tenths(apertium.chrF))")
            }
        }
        return better
    }
}
