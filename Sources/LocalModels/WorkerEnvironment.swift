internal import CAssets
internal import Foundation
internal import Plumbing

/// The Python environment of the local worker: a virtual environment with packages that have pinned hashes.
package struct WorkerEnvironment: Sendable {
    /// Its folder, `DATA/engines/ct2`.
    package let path: String
    private let python: PythonTool?

    ///   - path: its folder, whether it exists or not.
    ///   - environment: the variables; Python is searched for in their `PATH`.
    package init(at path: String, environment: [String: String]) {
        self.path = path
        python = PythonTool.found(environment)
    }

    /// Whether it has a Python interpreter.
    package var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path + "/bin/python3") }

    /// Whether it has the packages that this version of Verbio needs.
    ///
    /// If it has no list of packages, Verbio did not make it, and it is accepted unchanged.
    var isCurrent: Bool {
        guard isInstalled else { return false }
        guard let list = FileManager.default.contents(atPath: path + "/requirements.txt") else { return true }
        return String(decoding: list, as: UTF8.self) == ModelAssets.text(verbio_asset_worker_requirements)
    }

    /// Creates it next to its place and moves it there, so that it is there completely or not at all.
    ///
    /// - Throws: ``Problem`` of kind `provider` with the command that helps, or `CancellationError`.
    func install() async throws {
        guard let python else {
            throw Problem(
                .provider, "models.python", "Python is not installed", cure: "run 'apt-get install python3-venv'")
        }
        let unfinished = path + ".unfinished"
        let requirements = unfinished + "/requirements.txt"
        let files = FileManager.default
        try? files.removeItem(atPath: unfinished)
        do {
            do { try await python.run(["-m", "venv", unfinished]) } catch is PythonTool.Failure {
                throw Problem(
                    .provider, "models.python", "Python cannot make a virtual environment",
                    cure: "run 'apt-get install python3-venv'")
            }
            try ModelAssets.text(verbio_asset_worker_requirements)
                .write(toFile: requirements, atomically: false, encoding: .utf8)
            let inside = PythonTool(path: unfinished + "/bin/python3")
            do {
                try await inside.run(
                    ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes"]
                        + ["--only-binary", ":all:", "--requirement", requirements])
            } catch PythonTool.Failure.failed(let why) {
                throw Problem(
                    .provider, "models.python", "pip could not install the worker's packages (\(why))",
                    cure: "look at the network, and use Python 3.11 to 3.13 on x86-64 or ARM")
            }
            try? files.removeItem(atPath: path)
            try files.moveItem(atPath: unfinished, toPath: path)
        } catch {
            try? files.removeItem(atPath: unfinished)
            if error is CocoaError {
                throw Problem(
                    .store, "models.unwritable", "the worker's environment cannot be written", at: path,
                    cure: "look at the folder's permissions and at the space on its disk")
            }
            throw error
        }
    }
}
