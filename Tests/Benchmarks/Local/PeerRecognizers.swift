import Foundation

/// faster-whisper and whisper.cpp in Python children, and the scores of what they and Verbio heard.
///
/// `make setup-bench` installs them below `.build/peers`; `VERBIO_PEER_PYTHON` names another interpreter with the
/// packages `faster-whisper`, `pywhispercpp`, `jiwer` and `whisper-normalizer`. The weights of whisper.cpp, which have
/// their own format, are not installed: `VERBIO_GGML_MODEL` names the file.
struct PeerRecognizers {
    /// What one recognizer heard, by path.
    typealias Texts = [String: String]

    /// Word error rates, and character error rates for languages without blanks, by language; `pooled` is over words of en es fr de it pt.
    struct Score: Decodable {
        var rates: [String: Double]
        var pooled: Double
    }

    /// Milliseconds from the end of an utterance to its first text, with the model loaded, one for each run.
    typealias Delays = [Double]

    private static let peers = Recordings.packageRoot.appending(path: ".build/peers")
    private let python =
        ProcessInfo.processInfo.environment["VERBIO_PEER_PYTHON"] ?? peers.appending(path: "bin/python").path
    private let folder: URL
    /// Folder of Whisper base in CTranslate2's format, with the tokenizer that faster-whisper needs next to it.
    private var model: String { folder.appending(path: "model").path }

    /// - Parameter model: the folder of Verbio's model, which is the same.
    init(model: String) throws {
        let files = FileManager.default
        folder = files.temporaryDirectory.appending(path: "verbio-peers-\(UUID().uuidString)")
        try files.createDirectory(at: folder.appending(path: "model"), withIntermediateDirectories: true)
        let tokenizer = Self.peers.appending(path: "tokenizer.json").path
        for file in try files.contentsOfDirectory(atPath: model).map({ model + "/" + $0 }) + [tokenizer] {
            let link = self.model + "/" + URL(filePath: file).lastPathComponent
            try? files.createSymbolicLink(atPath: link, withDestinationPath: file)
        }
    }

    func removeFiles() { try? FileManager.default.removeItem(at: folder) }

    /// Whether a Python package is there.
    func has(_ package: String) -> Bool {
        let child = try? ChildRun.of("/usr/bin/env", [python, "-c", "import \(package)"])
        return child?.status == 0
    }

    /// faster-whisper with its defaults (beam 5, fallback temperatures), its own filter for speech, int8, and one thread.
    func hear(_ clips: [SpokenClip]) throws -> (texts: Texts, run: ChildRun) {
        try hear(clips, with: Self.fasterWhisper, model)
    }

    /// Why whisper.cpp cannot be compared with; nil if it can.
    var lackOfWhisperCpp: String? {
        guard has("pywhispercpp") else { return "pywhispercpp is not installed" }
        guard let file = Self.weights else { return "VERBIO_GGML_MODEL names no file, such as ggml-base-q8_0.bin" }
        return FileManager.default.fileExists(atPath: file) ? nil : "there is no file \(file) (VERBIO_GGML_MODEL)"
    }

    /// whisper.cpp with its defaults (greedy, fallback temperatures) and one thread.
    func hearWithWhisperCpp(_ clips: [SpokenClip]) throws -> (texts: Texts, run: ChildRun) {
        try hear(clips, with: Self.whisperCpp, Self.weights ?? "")
    }

    private static let weights = ProcessInfo.processInfo.environment["VERBIO_GGML_MODEL"].flatMap {
        $0.isEmpty ? nil : $0
    }

    private func hear(
        _ clips: [SpokenClip], with program: String, _ model: String
    ) throws -> (texts: Texts, run: ChildRun) {
        let answer = folder.appending(path: "heard.json")
        let run = try ChildRun.withMemory(
            "/usr/bin/env",
            [python, "-c", program, try written(clips.map { [$0.path, $0.language] }), answer.path, model])
        guard run.status == 0 else { return ([:], run) }
        return (try JSONDecoder().decode(Texts.self, from: Data(contentsOf: answer)), run)
    }

    /// faster-whisper for one clip again and again in one process: the time until its first segment is there.
    func delays(_ clip: SpokenClip, runs: Int) throws -> Delays {
        let answer = folder.appending(path: "delays.json")
        let run = try ChildRun.of(
            "/usr/bin/env", [python, "-c", Self.firstText, clip.path, clip.language, answer.path, model, String(runs)])
        guard run.status == 0 else { return [] }
        return try JSONDecoder().decode(Delays.self, from: Data(contentsOf: answer))
    }

    /// Scores texts against what was said, with the basic normalizer of Whisper's authors.
    func score(_ texts: Texts, _ clips: [SpokenClip]) throws -> Score? {
        let answer = folder.appending(path: "score.json")
        let rows = clips.map { [$0.language, $0.text, texts[$0.path] ?? ""] }
        let run = try ChildRun.of("/usr/bin/env", [python, "-c", Self.scoring, try written(rows), answer.path])
        guard run.status == 0 else { return nil }
        return try JSONDecoder().decode(Score.self, from: Data(contentsOf: answer))
    }

    private func written(_ rows: [[String]]) throws -> String {
        let file = folder.appending(path: "rows.json")
        try JSONEncoder().encode(rows).write(to: file)
        return file.path
    }

    private static let fasterWhisper = #"""
        import json, sys
        from faster_whisper import WhisperModel
        rows, answer, folder = json.load(open(sys.argv[1])), sys.argv[2], sys.argv[3]
        model = WhisperModel(folder, device='cpu', compute_type='int8', cpu_threads=1, local_files_only=True)
        heard = {}
        for path, language in rows:
            segments, _ = model.transcribe(path, language=language, vad_filter=True)
            heard[path] = ' '.join(segment.text.strip() for segment in segments)
        json.dump(heard, open(answer, 'w'))
        """#

    private static let whisperCpp = #"""
        import json, sys
        from faster_whisper import decode_audio
        from pywhispercpp.model import Model
        rows, answer, file = json.load(open(sys.argv[1])), sys.argv[2], sys.argv[3]
        model = Model(file, n_threads=1, print_progress=False, redirect_whispercpp_logs_to=None)
        heard = {}
        for path, language in rows:
            segments = model.transcribe(decode_audio(path), language=language)
            heard[path] = ' '.join(segment.text.strip() for segment in segments)
        json.dump(heard, open(answer, 'w'))
        """#

    private static let firstText = #"""
        import json, sys, time
        from faster_whisper import WhisperModel, decode_audio
        path, language, answer, folder, runs = sys.argv[1:]
        model = WhisperModel(folder, device='cpu', compute_type='int8', cpu_threads=1, local_files_only=True)
        audio, delays = decode_audio(path), []
        for _ in range(int(runs) + 1):
            begun = time.perf_counter()
            segments, _ = model.transcribe(audio, language=language, vad_filter=True)
            next(segments, None)
            delays.append(1000 * (time.perf_counter() - begun))
        json.dump(delays[1:], open(answer, 'w'))
        """#

    private static let scoring = #"""
        import json, sys
        import jiwer
        from whisper_normalizer.basic import BasicTextNormalizer
        normal, pairs = BasicTextNormalizer(), {}
        for language, said, heard in json.load(open(sys.argv[1])):
            said, heard = normal(said), normal(heard)
            if language in ('zh', 'ja', 'ko'):
                said, heard = said.replace(' ', ''), heard.replace(' ', '')
            if said:
                pairs.setdefault(language, ([], []))
                pairs[language][0].append(said)
                pairs[language][1].append(heard)
        rates = {l: (jiwer.cer if l in ('zh', 'ja', 'ko') else jiwer.wer)(*texts) for l, texts in pairs.items()}
        pooled = [[], []]
        for language in ('en', 'es', 'fr', 'de', 'it', 'pt'):
            for side in (0, 1):
                pooled[side] += pairs.get(language, ([], []))[side]
        json.dump({'rates': rates, 'pooled': jiwer.wer(*pooled)}, open(sys.argv[2], 'w'))
        """#
}
