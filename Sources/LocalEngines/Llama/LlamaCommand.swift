internal import Glibc
internal import Plumbing

/// The command that runs llama.cpp's server for one model.
///
/// The server listens on the loopback address alone, at a port that the kernel chooses, and answers only requests with a random
/// key. The key is in its environment, which other users cannot read, and not in its arguments.
struct LlamaCommand: Sendable {
    /// A shell becomes the server, and leaves one child behind that reads what Verbio never writes: the end of Verbio, however
    /// that comes, ends the reading. The child then kills the server with all that it started, also if the server hangs.
    private static let script = """
        exec 3<&0 </dev/null
        { while read -r line; do :; done; kill -s KILL -- -$$; } <&3 >/dev/null 2>&1 3<&- &
        if [ "$1" != 0 ]; then ulimit -v "$1" || exit 126; fi
        shift
        exec "$@" 2>&1 3<&-
        """

    /// Variables of Verbio's environment that a server may need to find its libraries and its graphics card.
    private static let passedOn = [
        "LD_LIBRARY_PATH", "CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "GGML_BACKEND_PATH",
        "GGML_VK_VISIBLE_DEVICES",
    ]

    let child: ChildCommand
    let key: String

    /// - Parameters:
    ///   - program: the path of `llama-server`.
    ///   - knows: whether the server has an option. Versions differ, and an unknown option would end the server.
    init(
        _ configuration: LlamaConfiguration, program: String, model: LlamaModel, knows: (String) -> Bool
    ) {
        key = (0..<4).map { _ in String(UInt64.random(in: 0 ... .max), radix: 36) }.joined()
        var arguments = [
            program, "-m", model.file, "--host", "127.0.0.1", "--port", "0", "-t", "\(configuration.threads)",
            "-c", "\(configuration.contextTokens)", "-np", "1",
        ]
        let optional = [
            // One conversation's prompts begin alike and are in the cache of the only slot.
            ["--cache-ram", "0"],
            ["--no-webui"], ["--no-slots"], ["--offline"], ["--jinja"],
            // Threads that wait sleep.
            ["--poll", "0"],
            // A translator need not think first.
            ["--reasoning-budget", "0"],
        ]
        for option in optional where knows(option[0]) { arguments += option }
        switch configuration.device {
        case .auto: break
        case .cpu: arguments += ["-ngl", "0"]
        case .cuda: arguments += ["-ngl", "999"]
        }
        // Threads of OpenMP would otherwise spin while they wait for each other. With other work on the processors, a sentence
        // then took 11 s and 5.3 s of computing, instead of 0.9 s and 0.65 s (two cores, load 10).
        // A short spin costs nothing then, and without other work each token comes a third sooner (GNU's OpenMP; 22 tokens a
        // second without it, 33 with it, 35 with threads that spin).
        var environment = ["LLAMA_API_KEY": key, "OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "5000"]
        for name in Self.passedOn { if let value = getenv(name) { environment[name] = String(cString: value) } }
        // The file's pages are addresses of the process, too, and need no memory of their own.
        let most = configuration.usedLimit.map { ($0 + model.bytes) >> 10 }
        child = ChildCommand(
            path: "/bin/sh", arguments: ["-c", Self.script, "llama-server", "\(most ?? 0)"] + arguments,
            searchPath: configuration.searchPath, environment: environment)
    }
}

/// The options of a `llama-server`, as its help lists them.
struct LlamaOptions: Sendable {
    private static let longestHelp = 1 << 20

    private let help: String

    /// - Throws: ``LlamaFailure`` if it is no program that lists options.
    static func read(of program: String, _ searchPath: SearchPath) async throws -> LlamaOptions {
        let command = ChildCommand(path: program, arguments: ["--help"], searchPath: searchPath)
        do {
            let said = try await command.output(limit: longestHelp)
            return LlamaOptions(help: String(decoding: said, as: UTF8.self))
        } catch let failure as ChildFailure {
            throw LlamaFailure.unusable(program, failure.words)
        }
    }

    func has(_ option: String) -> Bool {
        help.ranges(of: option).contains { range in
            let next = range.upperBound < help.endIndex ? help[range.upperBound] : " "
            return !(next.isLetter || next.isNumber || next == "-")
        }
    }
}

extension ChildFailure {
    /// What happened, as one clause with the program as its subject.
    var words: String {
        switch self {
        case .notStarted(let why): "does not start (\(why.prefix(200)))"
        case .ended: "ended"
        case .tooMuch: "writes without an end"
        case .failed(let status, let message):
            "ended with status \(status)"
                + (message.split(whereSeparator: \.isNewline).first.map { " (\($0.prefix(160)))" } ?? "")
        }
    }
}
