import Foundation
import LocalEngines

/// A worker that speaks the protocol and misbehaves as configured, in place of the Python that has CTranslate2.
///
/// The folder of each model holds `orders`: one line for each request, the last one for all that follow. Its pid is noted in
/// `pids` at each start, and each request in `requests`.
struct StandInWorker: ~Copyable {
    static let whisperFiles = ["model.bin": "", "config.json": "", "vocabulary.txt": ""]

    let folder: URL
    private let model: String

    /// - Parameters:
    ///   - orders: `answer TEXT`, `mark TEXT` (puts it before each text to translate), `die`, `hang`, `refuse`, `no-memory`,
    ///     `garbage`, or as the first line `no-start` or `die-at-start`.
    ///   - files: the model's files and what is in them.
    init(_ orders: [String], model: String = "whisper-base", files: [String: String] = whisperFiles) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-worker-\(UUID().uuidString)")
        self.model = model
        try add(model, files, orders)
        let python = folder.appending(path: "python3")
        try Self.program.write(to: python, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: python.path())
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Adds another model.
    func add(_ name: String, _ files: [String: String], _ orders: [String]) throws {
        let place = self.place(of: name)
        for (file, text) in files {
            let path = place.appending(path: file)
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: path)
        }
        try Data(orders.joined(separator: "\n").utf8).write(to: place.appending(path: "orders"))
    }

    private func place(of name: String) -> URL { folder.appending(path: "models/\(name)") }

    var configuration: WhisperRecognizer.Configuration { WhisperRecognizer.Configuration(worker: worker) }

    var worker: LocalWorkerSettings {
        var worker = LocalWorkerSettings(dataDirectory: folder.path())
        worker.python = folder.appending(path: "python3").path()
        worker.modelsDirectory = folder.appending(path: "models").path()
        worker.threads = 1
        return worker
    }

    /// The processes that were started, in order.
    var pids: [Int32] { lines(of: "pids", model).compactMap { Int32($0) } }

    /// The requests that came, in order, as JSON.
    var requests: [String] { requests(to: model) }

    /// The requests that came to one of the models.
    func requests(to name: String) -> [String] { lines(of: "requests", name) }

    private func lines(of file: String, _ name: String) -> [String] {
        let text = try? String(contentsOf: place(of: name).appending(path: file), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    /// Returns once the worker has taken all orders but so many.
    func waitForOrders(left: Int) async {
        while lines(of: "orders", model).count != left { await Task.yield() }
    }

    private static let program = """
        #!/usr/bin/python3
        import json, os, sys, time
        arguments = sys.argv
        option = next(option for option in ("--whisper", "--translator", "--voice", "--voices", "--background") if option in arguments)
        folder = arguments[arguments.index(option) + 1]
        if option in ("--voice", "--voices", "--background"): folder = os.path.dirname(folder)
        orders = open(folder + "/orders").read().split("\\n")
        with open(folder + "/pids", "a") as pids: pids.write(f"{os.getpid()}\\n")
        sys.stdin.buffer.read(int(arguments[arguments.index("-c") + 2]))
        say = lambda value: (sys.stdout.write(json.dumps(value) + "\\n"), sys.stdout.flush())
        if orders[0] == "die-at-start":
            open(folder + "/orders", "w").write("\\n".join(orders[1:] or orders))
            os._exit(9)
        if orders[0] == "no-start":
            say({"ready": False, "error": "ModuleNotFoundError: No module named 'ctranslate2'"})
            sys.exit(1)
        say({"ready": True, "languages": ["en", "es"]})
        while line := sys.stdin.buffer.readline():
            request = json.loads(line)
            audio = sys.stdin.buffer.read(request["bytes"])
            with open(folder + "/requests", "a") as requests: requests.write(line.decode())
            order, _, text = orders[0].partition(" ")
            if len(orders) > 1: orders.pop(0)
            if len(orders) > 0: open(folder + "/orders", "w").write("\\n".join(orders))
            if order == "die": os._exit(9)
            if order == "hang": time.sleep(1000)
            if order == "garbage": print("Segmentation fault", flush=True)
            if order == "refuse": say({"id": request["id"], "ok": False, "error": "ValueError: too short"})
            if order == "no-memory": say({"id": request["id"], "ok": False, "error": "bad_alloc", "out_of_memory": True})
            if order == "mark":
                say({"id": request["id"], "ok": True, "endless": [], "texts": [text + given for given in request["texts"]]})
            if order == "answer": say({"id": request["id"], "ok": True, **json.loads(text)})

        """
}
