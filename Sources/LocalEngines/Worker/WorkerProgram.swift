internal import CAssets

/// The worker's Python source, which is part of Verbio and is sent to the interpreter at its start.
enum WorkerProgram {
    static let source: [UInt8] = {
        var count = 0
        guard let bytes = verbio_asset_worker(&count) else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }()

    /// Reads the source from standard input. A process list shows this line, not the whole source.
    private static let bootstrap =
        "import sys; exec(compile(sys.stdin.buffer.read(int(sys.argv.pop(1))), 'verbio', 'exec'))"

    /// The command of one worker process.
    ///
    /// - Parameters:
    ///   - model: options that name the model, such as `--whisper FOLDER`.
    ///   - memory: the bytes that the process may allocate.
    static func command(
        _ settings: LocalWorkerSettings, threads: Int, model: [String], memory: Int64
    ) -> ChildCommand {
        var arguments = ["-I", "-B", "-c", bootstrap, String(source.count)] + model
        arguments += ["--device", settings.device.rawValue, "--threads", String(threads), "--memory", String(memory)]
        return ChildCommand(
            path: settings.python, arguments: arguments, searchPath: SearchPath(["/usr/bin", "/bin"]),
            environment: ["OMP_NUM_THREADS": String(threads), "OPENBLAS_NUM_THREADS": "1"])
    }
}
