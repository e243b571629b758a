import Foundation
import Testing

@testable import LocalModels

/// Downloads with a Python that has no pip, as Debian's has none.
@Suite("Python without pip") struct PythonToolTests {
    /// A `python3` that knows the modules `pip`, which is missing, and `venv`, which makes a `python3` with pip or fails.
    private static func python(in folder: URL, canMakeEnvironments: Bool) throws -> PythonTool {
        let path = folder.appending(path: "python3").path
        let inside = """
            #!/bin/sh
            while [ "$1" != --dest ]; do shift; done
            echo "$3" >"$2/package.whl"
            """
        try inside.write(toFile: folder.appending(path: "inside").path, atomically: true, encoding: .utf8)
        try """
        #!/bin/sh
        # The arguments are -c GUARD -m MODULE ...
        [ "$4" = venv ] || { echo "ImportError: No module named $4" >&2; exit 1; }
        \(canMakeEnvironments ? "" : "exit 1")
        mkdir -p "$5/bin" && cp '\(folder.path)/inside' "$5/bin/python3" && chmod 755 "$5/bin/python3"
        """.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return PythonTool(path: path)
    }

    private static func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-python-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("Given a Python without pip, when a package is downloaded, then the pip of a virtual environment does it")
    func environment() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let python = try Self.python(in: folder, canMakeEnvironments: true)
        let target = folder.appending(path: "packages").path
        try await python.download(["model==1.0"], to: target)
        #expect(try String(contentsOfFile: target + "/package.whl", encoding: .utf8) == "model==1.0\n")
    }

    @Test("Given a Python without pip and venv, when a package is downloaded, then the error names what to install")
    func nothing() async throws {
        let folder = try Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let python = try Self.python(in: folder, canMakeEnvironments: false)
        await #expect(throws: PythonTool.Failure.failed("pip is missing: run 'apt-get install python3-venv'")) {
            try await python.download(["model==1.0"], to: folder.appending(path: "packages").path)
        }
    }
}
