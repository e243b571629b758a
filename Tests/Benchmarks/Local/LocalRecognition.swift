import Foundation
import Language
import LocalEngines
import Plumbing
import Providers

/// Whisper base as Verbio runs it on this machine, against faster-whisper with the same model, whisper.cpp, and whatever else is
/// measured of it.
///
/// Needs `verbio models install whisper-base`. Peers run if their Python packages are installed (``PeerRecognizers``).
enum LocalRecognition {
    static func measure() async throws -> [Figure] {
        let worker = LocalWorkerSettings(dataDirectory: data)
        guard WhisperRecognizer.isInstalled(WhisperRecognizer.Configuration(worker: worker)) else {
            print("local: Whisper base is not installed; run 'verbio models install whisper-base'")
            return []
        }
        let own = try OwnRecognition()
        let peers = try PeerRecognizers(model: worker.modelsDirectory + "/whisper-base")
        defer {
            own.removeFiles()
            peers.removeFiles()
        }
        let clips = SpokenClip.all()
        guard !clips.isEmpty else {
            print("local: no recordings; install pocketsphinx-testdata")
            return []
        }
        var figures = try recognition(clips, own, peers)
        figures += try await firstText(clips, worker, peers)
        figures += try LocalSounds.phantoms(own)
        figures += try await LocalSounds.shortUtterances(own)
        figures += try await LocalDirections.measure(clips, own)
        return figures
    }

    private static let data =
        (ProcessInfo.processInfo.environment["XDG_DATA_HOME"]
            ?? FileManager.default.homeDirectoryForCurrentUser.path + "/.local/share") + "/verbio"

    /// Error rates, CPU time and memory over all clips.
    private static func recognition(
        _ clips: [SpokenClip], _ own: OwnRecognition, _ peers: PeerRecognizers
    ) throws -> [Figure] {
        let seconds = clips.reduce(0) { $0 + $1.seconds }
        var texts: PeerRecognizers.Texts = [:]
        var cpuSeconds = 0.0
        var megabytes = 0.0
        for (language, clips) in Dictionary(grouping: clips, by: \.language).sorted(by: { $0.key < $1.key }) {
            let (documents, run) = try own.run(
                clips.map(\.path), ["--from", language])
            cpuSeconds += run.cpuSeconds
            megabytes = max(megabytes, run.peakMegabytes)
            for (path, document) in documents { texts[path] = document.text }
        }
        print("local: \(clips.count) recordings, \(Int(seconds)) s")
        print(
            "local: verbio: \((cpuSeconds / seconds).brief) CPU s a second of audio, largest process "
                + "\(Int(megabytes)) MB")
        guard peers.has("faster_whisper"), peers.has("jiwer"), peers.has("whisper_normalizer") else {
            print("local: faster-whisper, jiwer or whisper-normalizer is not installed, so nothing is compared")
            return []
        }
        let (peerTexts, peerSeconds) = try heard(clips, "faster-whisper", by: peers.hear)
        guard let ours = try peers.score(texts, clips), let theirs = try peers.score(peerTexts, clips) else {
            return []
        }
        if let lack = peers.lackOfWhisperCpp {
            print("local: whisper.cpp is not compared: \(lack)")
        } else {
            let (texts, _) = try heard(clips, "whisper.cpp", by: peers.hearWithWhisperCpp)
            let rate = try peers.score(texts, clips)?.pooled ?? .nan
            print("local: whisper.cpp: word error rate \(rate.brief) in six languages, verbio \(ours.pooled.brief)")
        }
        for (language, rate) in ours.rates.sorted(by: { $0.key < $1.key }) {
            let count = clips.count { $0.language == language }
            print(
                "local: \(language): error rate \(rate.brief), faster-whisper \((theirs.rates[language] ?? .nan).brief) "
                    + "(\(count) recordings)")
        }
        return [
            Figure(
                name: "local, word error rate, six languages", value: ours.pooled, unit: "",
                target: theirs.pooled + 0.01,
                note: "faster-whisper \(theirs.pooled.brief)"),
            Figure(
                name: "local, CPU time of the whole program", value: cpuSeconds / peerSeconds,
                unit: "× faster-whisper", target: 0.6),
        ]
    }

    /// What a peer heard and the CPU seconds it took, which are printed with its memory.
    private static func heard(
        _ clips: [SpokenClip], _ name: String,
        by hear: ([SpokenClip]) throws -> (texts: PeerRecognizers.Texts, run: ChildRun)
    ) throws -> (texts: PeerRecognizers.Texts, cpuSeconds: Double) {
        var (texts, cpuSeconds, megabytes): (PeerRecognizers.Texts, Double, Double) = ([:], 0, 0)
        // A process for each language, as Verbio has.
        for (_, clips) in Dictionary(grouping: clips, by: \.language) {
            let (own, run) = try hear(clips)
            guard run.status == 0 else { throw ChildRun.Missing(program: name) }
            texts.merge(own) { $1 }
            cpuSeconds += run.cpuSeconds
            megabytes = max(megabytes, run.peakMegabytes)
        }
        let seconds = clips.reduce(0) { $0 + $1.seconds }
        print(
            "local: \(name): \((cpuSeconds / seconds).brief) CPU s a second of audio, largest process "
                + "\(Int(megabytes)) MB")
        return (texts, cpuSeconds)
    }

    /// The time from the end of an utterance of some three seconds to its text, with the model loaded.
    private static func firstText(
        _ clips: [SpokenClip], _ worker: LocalWorkerSettings, _ peers: PeerRecognizers
    ) async throws -> [Figure] {
        let english = clips.filter { $0.language == "en" && $0.path.hasSuffix(".wav") }
        guard let clip = english.min(by: { abs($0.seconds - 3) < abs($1.seconds - 3) }),
            let samples = await Recordings.read(clip.path)
        else { return [] }
        let recognizer = WhisperRecognizer(WhisperRecognizer.Configuration(worker: worker))
        try await recognizer.prepare()
        let request = RecognitionRequest(
            audio: samples, language: .en,
            context: CallContext(conversation: "benchmark", utterance: 0))
        var ours: [Double] = []
        for _ in 0..<8 {
            let begun = ContinuousClock.now
            _ = try await recognizer.recognize(request) { _ in }
            ours.append(begun.duration(to: .now) / .milliseconds(1))
        }
        let median = Array(ours.dropFirst()).percentile(0.5)
        print("local: text of \(clip.seconds.brief) s of speech after \(Int(median)) ms")
        guard peers.has("faster_whisper") else { return [] }
        let delays = try peers.delays(clip, runs: 7)
        guard !delays.isEmpty else { throw ChildRun.Missing(program: "faster-whisper") }
        let theirs = delays.percentile(0.5)
        return [
            Figure(
                name: "local, time to first text of a 3 s utterance", value: median / theirs, unit: "× faster-whisper",
                target: 1, note: "\(Int(median)) ms against \(Int(theirs)) ms")
        ]
    }
}
