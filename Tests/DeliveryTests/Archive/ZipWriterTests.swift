import Foundation
import Testing
import VerbioTesting

@testable import Delivery

@Suite("ZIP archives")
struct ZipWriterTests {
    private static func with(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-zip-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    @Test("given the text of the standard, then its check is the known one")
    func check() {
        var check = CRC32()
        check.update(Array("1234".utf8))
        check.update(Array("56789".utf8))
        #expect(check.value == 0xCBF4_3926)
    }

    /// The programs that read archives, each skipped by name if it is not installed.
    private static let readers = [
        ("/usr/bin/unzip", ["-t"]), ("/usr/bin/python3", ["-m", "zipfile", "-t"]),
    ]

    @Test("given files of any name and size, when they are in an archive, then unzip and Python's zipfile read them")
    func read() async throws {
        try await Self.with { folder in
            var archive = try ZipWriter(at: folder + "/a.zip", time: 1_700_000_000_000)
            var contents: [String: Data] = [:]
            for (name, size) in [("empty", 0), ("¿dónde? 何処.txt", 7), ("large", 300_000)] {
                let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
                try data.write(to: URL(filePath: folder + "/member"))
                try archive.add(folder + "/member", named: name)
                contents[name] = data
            }
            let size = try archive.finish()
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/a.zip")
            #expect(attributes[.size] as? Int == size)
            for (program, arguments) in Self.readers {
                guard FileManager.default.isExecutableFile(atPath: program) else {
                    print("ZipWriterTests: \(program) is not installed, so it does not check the archive")
                    continue
                }
                let reader = try Program(
                    program, arguments + [folder + "/a.zip"], environment: ["PATH": "/usr/bin:/bin"], folder: folder,
                    output: folder + "/out", errors: folder + "/err")
                #expect(await reader.end() == 0, "\(program)")
            }
            let script = """
                import zipfile, sys
                a = zipfile.ZipFile(sys.argv[1])
                print([(i.filename, i.file_size, i.date_time) for i in a.infolist()])
                """
            guard FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else { return }
            let python = try Program(
                "/usr/bin/python3", ["-c", script, folder + "/a.zip"],
                environment: ["PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"], folder: folder,
                output: folder + "/list", errors: folder + "/err")
            #expect(await python.end() == 0)
            let list = try String(contentsOfFile: folder + "/list", encoding: .utf8)
            #expect(list.contains("('¿dónde? 何処.txt', 7, (2023, 11, 14, 22, 13, 20))"), "\(list)")
        }
    }
}
