import CurlHTTP
import Foundation
import Glibc
import Language
import Plumbing
import ProviderAdapters
import Providers

/// What a call of a provider costs: request made, sent over a kept connection, answer read and understood.
///
/// Peer: OpenAI's own package for Python against the same server, which answers at once what a model would. Below that,
/// what calls that hang and are abandoned leave behind.
enum ProviderCalls {
    static let rounds = 5
    static let calls = 2_000

    static func measure() async throws -> [Figure] {
        let peer = try LoopbackPeer(answer: LoopbackPeer.json(answer))
        defer { peer.stop() }
        let client = HTTPClient(configuration: HTTPClientConfiguration(exchangesPerHost: 32))
        let translator = try translator(at: peer.port, client)
        let reuse = try await reuse(of: translator)
        let (ours, theirs) = try await costs(translator, peer)
        await client.shutdown()
        var figures = [
            Figure(
                name: "connections reused after warm-up, 8 calls at once", value: reuse, unit: "%", target: 95,
                atLeast: true)
        ]
        if theirs.isEmpty {
            print("no figure for calls against OpenAI's package: \(OpenAIPackage.python) has none")
        } else {
            let ratio = zip(ours, theirs).map { $0 / $1 }.percentile(0.5)
            figures.append(
                Figure(
                    name: "CPU of a call against OpenAI's package for Python", value: ratio, unit: "×", target: 0.15,
                    note: "\(ours.percentile(0.5).brief) against \(theirs.percentile(0.5).brief) µs a call"))
        }
        return figures + (try await HungCalls.measure())
    }

    static func translator(at port: Int, _ client: HTTPClient) throws -> any Translator {
        let catalog = try ProviderCatalog(
            yaml: """
                peer:
                  url: http://127.0.0.1:\(port)/v1
                  free: true
                  mt: {wire: openai-chat, model: m}
                """, at: "benchmark")
        let setup = ProviderSetup(catalog: catalog, environment: [:], client: client) { _ in "" }
        guard let translator = try setup.translator("peer") else { throw LoopbackPeer.Failed(what: "no translator") }
        return translator
    }

    static func request(_ sequence: Int) throws -> TranslationRequest {
        TranslationRequest(
            text: "Where is the station?", pair: try LanguagePair(from: .en, to: .es),
            context: CallContext(conversation: "benchmark", utterance: sequence))
    }

    private static let answer = """
        {"id":"c-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop",\
        "message":{"role":"assistant","content":"{\\"translation\\":\\"¿Dónde está la estación?\\"}"}}],\
        "usage":{"prompt_tokens":90,"completion_tokens":12,"total_tokens":102}}
        """

    /// Microseconds of CPU a call took in each round, one call after the other: ours and the peer's.
    private static func costs(
        _ translator: any Translator, _ peer: LoopbackPeer
    ) async throws -> (ours: [Double], theirs: [Double]) {
        var ours: [Double] = []
        var theirs: [Double] = []
        for round in 0...rounds {
            let before = cpuSeconds
            try await ask(translator, times: calls)
            let mine = (cpuSeconds - before) / Double(calls) * 1e6
            // The first round warms up.
            guard round > 0 else { continue }
            ours.append(mine)
            if let seconds = try OpenAIPackage.cpuSeconds(calls: 300, port: peer.port) {
                theirs.append(seconds / 300 * 1e6)
            }
        }
        return (ours, theirs)
    }

    /// Calls from the threads that all tasks share, as a service does, and not from the main one.
    @concurrent private static func ask(_ translator: any Translator, times: Int) async throws {
        for call in 1...times { _ = try await translator.translate(try request(call)) { _ in } }
    }

    /// Percent of calls over a connection that was open, once as many are open as there are calls at once.
    private static func reuse(of translator: any Translator) async throws -> Double {
        let reused = Locked((yes: 0, no: 0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 1...8 {
                group.addTask {
                    for call in 0...200 {
                        let report = CallReport { _ in
                        } reached: { timing in
                            guard call > 0 else { return }
                            reused.withLock { if timing.reused { $0.yes += 1 } else { $0.no += 1 } }
                        }
                        _ = try await CallReport.$current.withValue(report) {
                            try await translator.translate(try request(worker * 1_000 + call)) { _ in }
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let (yes, no) = reused.withLock { $0 }
        return 100 * Double(yes) / Double(max(1, yes + no))
    }

    /// User and system time of this process.
    private static var cpuSeconds: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }
}

/// OpenAI's package for Python, if `VERBIO_PEER_PYTHON`, or else `python3`, has it.
private enum OpenAIPackage {
    static let python = ProcessInfo.processInfo.environment["VERBIO_PEER_PYTHON"] ?? "python3"

    /// What so many calls took of CPU time once the package was loaded and its connection open; nil if it is missing.
    static func cpuSeconds(calls: Int, port: Int) throws -> Double? {
        let child = Process()
        let output = Pipe()
        child.executableURL = URL(filePath: "/usr/bin/env")
        child.arguments = [python, "-c", program, "\(port)", "\(calls)"]
        child.standardOutput = output
        child.standardError = FileHandle.nullDevice
        try child.run()
        child.waitUntilExit()
        guard child.terminationStatus == 0 else { return nil }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        return Double(line.filter { !$0.isWhitespace })
    }

    private static let program = #"""
        import sys, time
        from openai import OpenAI
        client = OpenAI(base_url='http://127.0.0.1:%s/v1' % sys.argv[1], api_key='k', max_retries=0)
        messages = [{'role': 'system', 'content': 'Translate from English to Spanish.'},
                    {'role': 'user', 'content': 'Where is the station?'}]
        def call():
            answer = client.chat.completions.create(model='m', messages=messages)
            assert answer.choices[0].message.content
        for _ in range(20): call()
        begun = time.process_time()
        for _ in range(int(sys.argv[2])): call()
        print(time.process_time() - begun)
        """#
}
