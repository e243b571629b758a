import Foundation
import OfflineEngines

/// A worker that speaks the protocol and misbehaves as it is told, in place of the Python that has CTranslate2.
///
/// The folder of its model holds `orders`: one line for each request, the last one for all that follow. Its pid is noted in
/// `pids` at each start.
struct StandInWorker: ~Copyable {
    let folder: URL

    /// - Parameter orders: `answer TEXT`, `die`, `hang`, `refuse`, `no-memory`, `garbage`, or as the first line `no-start`.
    init(_ orders: [String]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-worker-\(UUID().uuidString)")
        let model = folder.appending(path: "models/whisper-base")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        for name in ["model.bin", "config.json", "vocabulary.txt"] {
            try Data().write(to: model.appending(path: name))
        }
        try orders.joined(separator: "\n").write(
            to: model.appending(path: "orders"), atomically: true, encoding: .utf8)
        let python = folder.appending(path: "python3")
        try Self.program.write(to: python, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: python.path())
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var configuration: WhisperRecognizer.Configuration {
        var worker = LocalWorkerSettings(dataDirectory: folder.path())
        worker.python = folder.appending(path: "python3").path()
        worker.modelsDirectory = folder.appending(path: "models").path()
        worker.threads = 1
        return WhisperRecognizer.Configuration(worker: worker)
    }

    /// The processes that were started, in order.
    var pids: [Int32] {
        let noted = try? String(contentsOf: folder.appending(path: "models/whisper-base/pids"), encoding: .utf8)
        return (noted ?? "").split(separator: "\n").compactMap { Int32($0) }
    }

    /// The requests that came, in order, as JSON.
    var requests: [String] {
        let noted = try? String(contentsOf: folder.appending(path: "models/whisper-base/requests"), encoding: .utf8)
        return (noted ?? "").split(separator: "\n").map(String.init)
    }

    /// Returns once the worker has taken all orders but so many.
    func waitForOrders(left: Int) async {
        let path = folder.appending(path: "models/whisper-base/orders").path()
        while (try? String(contentsOfFile: path, encoding: .utf8))?.split(separator: "\n").count != left {
            await Task.yield()
        }
    }

    static func isAlive(_ pid: Int32) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else { return false }
        return !status.contains(") Z ")
    }

    /// Returns once the process has gone.
    static func waitForEnd(of pid: Int32) async {
        while isAlive(pid) { await Task.yield() }
    }

    private static let program = """
        #!/usr/bin/python3
        import json, os, sys, time
        arguments = sys.argv
        folder = arguments[arguments.index("--whisper") + 1]
        orders = open(folder + "/orders").read().split("\\n")
        with open(folder + "/pids", "a") as pids: pids.write(f"{os.getpid()}\\n")
        sys.stdin.buffer.read(int(arguments[arguments.index("-c") + 2]))
        say = lambda value: (sys.stdout.write(json.dumps(value) + "\\n"), sys.stdout.flush())
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
            if order == "answer": say({"id": request["id"], "ok": True, **json.loads(text)})

        """
}
