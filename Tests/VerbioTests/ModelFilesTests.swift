import Foundation
import Testing
import VerbioTesting

/// Installed models and what installs them.
@Suite(
    .timeLimit(.minutes(5)),
    .enabled("needs /usr/bin/python3") { FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") })
struct ModelFilesTests {
    @Test("Given an installation in progress, when it is killed, then what it started ends, too")
    func killed() async throws {
        let product = try Product()
        defer { product.remove() }
        // In place of Python's own module: it starts a process, and both wait.
        try """
        import os, subprocess, time
        child = subprocess.Popen(["sleep", "1000"])
        print(os.getpid(), child.pid, sep="\\n", file=open(os.environ["PIDS"] + ".new", "w"), flush=True)
        os.rename(os.environ["PIDS"] + ".new", os.environ["PIDS"])
        time.sleep(1000)
        """.write(to: product.folder.appending(path: "venv.py"), atomically: true, encoding: .utf8)
        let pids = product.folder.appending(path: "pids")
        let running = try product.start(
            ["models", "install", "whisper-base"],
            environment: ["PYTHONPATH": product.folder.path, "PIDS": pids.path])
        await running.wait { FileManager.default.fileExists(atPath: pids.path) }
        let started = try String(contentsOf: pids, encoding: .utf8).split(separator: "\n").compactMap { Int32($0) }
        #expect(started.count == 2 && started.allSatisfy(LivingProcess.isAlive))
        kill(running.pid, SIGKILL)
        _ = try await running.end()
        for pid in started { await LivingProcess.waitForEnd(of: pid) }
    }

    @Test("Given a proxy that does not answer, when a model is installed, then it is named before anything else")
    func deadProxy() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(
            ["models", "install", "whisper-base"], environment: ["https_proxy": "http://127.0.0.1:1", "no_proxy": ""])
        #expect(ended.code == 4, "\(ended.errors)")
        #expect(
            ended.errors.hasSuffix(
                "whisper-base: no server accepts connections at the proxy 127.0.0.1:1; start the proxy, or correct "
                    + "https_proxy\n"), "\(ended.errors)")
    }

    @Test("Given a dead proxy, when a model comes from a folder and needs no network, then the proxy is not asked")
    func folderBehindDeadProxy() async throws {
        let product = try Product()
        defer { product.remove() }
        try FileManager.default.createDirectory(
            at: product.folder.appending(path: "mine"), withIntermediateDirectories: true)
        let ended = try await product.run(
            ["models", "install", "silero-vad", "--from", "mine"],
            environment: ["https_proxy": "http://127.0.0.1:1", "no_proxy": ""])
        #expect(ended.code == 3 && !ended.errors.contains("proxy"), "\(ended.errors)")
    }

    @Test("Given a model that is damaged, when the doctor reads deep, then the file and the cure are named")
    func deep() async throws {
        let product = try Product()
        defer { product.remove() }
        let model = product.folder.appending(path: "data/verbio/models/mine")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
        try Data("model".utf8).write(to: model.appending(path: "model.bin"))
        let hash = "9372c470eeadd5ecd9c3c74c2b3cb633f8e2f2fad799250a0f70d652b6b825e4"
        try """
        {"name": "mine", "licence": "MIT", "notice": "", "files": [{"name": "model.bin", "sha256": "\(hash)"}]}
        """.write(to: model.appending(path: "verbio-model.json"), atomically: true, encoding: .utf8)
        let intact = try await product.run(["doctor", "--deep"])
        #expect(intact.output.contains("mine") && intact.output.contains("is as it was installed"), "\(intact.output)")
        try Data("modem".utf8).write(to: model.appending(path: "model.bin"))
        let damaged = try await product.run(["doctor", "--deep"])
        #expect(damaged.code == 4, "\(damaged.output)")
        #expect(damaged.output.contains("is damaged (model.bin is not the file that was installed)"))
        #expect(damaged.output.contains("run 'verbio models install --again mine'"))
        #expect(try await product.run(["doctor"]).output.contains("is damaged") == false, "only if it is asked to")
    }
}
