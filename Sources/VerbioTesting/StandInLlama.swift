package import Foundation

/// A program that behaves as llama.cpp's server, with a model, and misbehaves as ordered.
///
/// The folder of the model holds `orders`: one line for each start or request, the last one for all that follow. Each start is
/// noted in `starts` (its pid and arguments), and each request in `requests`.
package struct StandInLlama: ~Copyable {
    package let folder: URL
    /// The name of its model, without `llama-`.
    package let model: String

    /// - Parameters:
    ///   - orders: for requests `answer TEXT` (without a text, that of ``phrases``), `echo` (answers what was asked, in capital letters), `lines` (answers each line of
    ///     a batch in capital letters), `half TEXT` (dies after half of it, or of that of ``phrases``), `die`, `hang`, `wait`, `error STATUS TEXT`. For
    ///     starts, as the first line, `die-at-start`, `hang-at-start`, `wait-at-start`, and nothing for a usual start.
    ///   - header: the model's file.
    package init(_ orders: [String], model: String = "stand-in", file: [UInt8] = GGUFSample().bytes) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "verbio-llama-\(UUID().uuidString)")
        self.model = model
        try add(model, orders, file: file)
        try Self.source.write(to: folder.appending(path: "llama-server"), atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    }

    deinit {
        // A server that waits outlives its test only if Verbio has a fault.
        try? FileManager.default.removeItem(at: folder)
    }

    /// Adds another model.
    package func add(_ name: String, _ orders: [String], file: [UInt8] = GGUFSample().bytes) throws {
        let place = place(of: name)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(file).write(to: place.appending(path: "model.gguf"))
        try Data(orders.joined(separator: "\n").utf8).write(to: place.appending(path: "orders"))
    }

    private func place(of name: String) -> URL { folder.appending(path: "models/llama-\(name)") }

    /// The path of the program.
    package var program: String { folder.appending(path: "llama-server").path() }
    package var modelsDirectory: String { folder.appending(path: "models").path() }
    /// The path of the model's file.
    package var file: String { place(of: model).appending(path: "model.gguf").path() }

    private func lines(of file: String, _ name: String?) -> [String] {
        let text = try? String(contentsOf: place(of: name ?? model).appending(path: file), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    /// The starts in order, each with the pid and the arguments.
    package func starts(of name: String? = nil) -> [String] { lines(of: "starts", name) }

    /// The processes that were started, in order.
    package func pids(of name: String? = nil) -> [Int32] {
        starts(of: name).compactMap { $0.split(separator: " ").first.flatMap { Int32($0) } }
    }

    /// The requests that came, in order, as JSON.
    package func requests(to name: String? = nil) -> [String] { lines(of: "requests", name) }

    /// Returns once so many requests have come.
    package func waitForRequests(_ count: Int) async { while requests().count < count { await Task.yield() } }

    /// Returns once its servers have taken all orders but so many.
    package func waitForOrders(left: Int) async { while lines(of: "orders", nil).count != left { await Task.yield() } }

    /// Returns once so many servers have been started.
    package func waitForStarts(_ count: Int) async { while starts().count < count { await Task.yield() } }

    /// Lets a server go on that waits.
    package func goOn() throws { try Data().write(to: place(of: model).appending(path: "go-on")) }

    /// Sentences and their translations, for orders without a text.
    package static let phrases = """
        {"Good morning.": "Buenos días.", "Where is the station?": "¿Dónde está la estación?", \
        "I would like a coffee.": "Quisiera un café.", "Thank you very much.": "Muchas gracias."}
        """

    package static let options = "--host --port --cache-ram --no-webui --offline --jinja"

    private static let source = """
        #!/usr/bin/python3
        import http.server, json, os, signal, sys, threading, time
        if "--version" in sys.argv: print("version: 4.5.6"); sys.exit()
        if "--help" in sys.argv: print("\(options)".replace(" ", "\\n")); sys.exit()
        value = lambda name: sys.argv[sys.argv.index(name) + 1]
        folder = os.path.dirname(value("-m"))
        for option in sys.argv[1:]:
            if option.startswith("--") and option not in "\(options)".split():
                print("error: invalid argument: " + option); sys.exit(1)
        def order():
            lines = open(folder + "/orders").read().split("\\n")
            if len(lines) > 1:
                open(folder + "/orders.new", "w").write("\\n".join(lines[1:]))
                os.replace(folder + "/orders.new", folder + "/orders")
            return lines[0]
        def wait():
            while not os.path.exists(folder + "/go-on"): time.sleep(0.002)
        with open(folder + "/starts", "a") as starts: starts.write(f"{os.getpid()} {' '.join(sys.argv[1:])}\\n")
        print("0.00.001 I srv: loading model", flush=True)
        if open(folder + "/orders").read().split("\\n")[0].endswith("-at-start"):
            first = order()
            if first == "die-at-start": print("0.00.002 E srv: failed to load model", flush=True); sys.exit(1)
            if first == "hang-at-start": os.kill(os.getpid(), signal.SIGSTOP)
            if first == "wait-at-start": wait()
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *arguments): pass
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.headers.get("Authorization") != "Bearer " + os.environ["LLAMA_API_KEY"]:
                    self.send_response(401); self.send_header("Content-Length", "0"); self.end_headers(); return
                with lock:
                    with open(folder + "/requests", "a") as requests: requests.write(body.decode() + "\\n")
                    kind, _, text = order().partition(" ")
                asked = json.loads(body)["messages"][-1]["content"]
                if not text and kind in ("answer", "half"): text = phrases.get(asked, asked)
                if kind == "echo": kind, text = "answer", asked.split("\\n")[-1].upper()
                if kind == "lines":
                    lines = json.loads(asked)["lines"]
                    kind, text = "answer", json.dumps({name: line.upper() for name, line in lines.items()})
                # The signal reaches the other threads first, and this one must not answer meanwhile.
                if kind == "die": os.kill(os.getpid(), signal.SIGKILL); time.sleep(1000)
                if kind == "hang": os.kill(os.getpid(), signal.SIGSTOP); time.sleep(1000)
                if kind == "wait": wait(); kind, text = "answer", phrases.get(asked, asked)
                if kind == "error":
                    status, _, text = text.partition(" ")
                    answer = json.dumps({"error": {"message": text}}).encode()
                    self.send_response(int(status)); self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(answer))); self.end_headers(); self.wfile.write(answer); return
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream"); self.send_header("Connection", "close")
                self.end_headers()
                pieces = [text[at:at + 4] for at in range(0, len(text), 4)]
                for number, piece in enumerate(pieces):
                    if kind == "half" and number * 2 >= len(pieces):
                        os.kill(os.getpid(), signal.SIGKILL); time.sleep(1000)
                    self.event({"choices": [{"delta": {"content": piece}}]})
                self.event({"choices": [{"delta": {}, "finish_reason": "stop"}]})
                self.event({"choices": [], "usage": {"prompt_tokens": 30, "completion_tokens": len(pieces)}})
                self.wfile.write(b"data: [DONE]\\n\\n"); self.close_connection = True
            def event(self, value):
                self.wfile.write(b"data: " + json.dumps(value).encode() + b"\\n\\n"); self.wfile.flush()
        phrases = json.loads('''\(Self.phrases)''')
        lock = threading.Lock()
        server = http.server.ThreadingHTTPServer((value("--host"), int(value("--port"))), Handler)
        server.daemon_threads = True
        print(f"0.00.003 I srv: listening on http://127.0.0.1:{server.server_address[1]}", flush=True)
        server.serve_forever()
        """
}

/// A small GGUF file with the header of a language model and one tensor.
package struct GGUFSample {
    package var magic = "GGUF"
    package var version: UInt32 = 3
    package var chatTemplate: String? = "{{ messages }}"
    /// The layers that the header names, which decide how large the cache is.
    package var layers: UInt32 = 2
    /// Bytes that are missing at the end.
    package var missing = 0

    package init(_ change: (inout GGUFSample) -> Void = { _ in }) { change(&self) }

    package var bytes: [UInt8] {
        var values: [[UInt8]] = [
            Self.text("general.architecture") + Self.number(8) + Self.text("qwen2"),
            Self.text("general.alignment") + Self.number(4) + Self.number(32),
            Self.text("qwen2.block_count") + Self.number(4) + Self.number(layers),
            Self.text("qwen2.embedding_length") + Self.number(4) + Self.number(64),
            Self.text("qwen2.attention.head_count") + Self.number(4) + Self.number(4),
            Self.text("qwen2.attention.head_count_kv") + Self.number(4) + Self.number(2),
            Self.text("qwen2.context_length") + Self.number(4) + Self.number(32_768),
            Self.text("qwen2.rope.freq_base") + Self.number(6) + Self.number(0x4974_2400),
            Self.text("tokenizer.ggml.tokens") + Self.number(9) + Self.number(8) + Self.long(2) + Self.text("a")
                + Self.text("b"),
            Self.text("tokenizer.ggml.token_type") + Self.number(9) + Self.number(5) + Self.long(2) + Self.number(1)
                + Self.number(1),
        ]
        if let chatTemplate {
            values.append(Self.text("tokenizer.chat_template") + Self.number(8) + Self.text(chatTemplate))
        }
        var file = Array(magic.utf8) + Self.number(version) + Self.long(1) + Self.long(UInt64(values.count))
        file += values.joined()
        // 64 × 32 weights in 16 bits each.
        file +=
            Self.text("token_embd.weight") + Self.number(2) + Self.long(64) + Self.long(32) + Self.number(1)
            + Self.long(0)
        while file.count % 32 != 0 { file.append(0) }
        file += [UInt8](repeating: 0, count: 64 * 32 * 2)
        return Array(file.dropLast(missing))
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    private static func long(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    private static func text(_ text: String) -> [UInt8] { long(UInt64(text.utf8.count)) + Array(text.utf8) }
}
