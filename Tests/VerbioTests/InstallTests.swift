import Foundation
import Testing

/// `make install` and `make uninstall`, into a folder of the test's own.
@Suite("Installing", .timeLimit(.minutes(10)))
struct InstallTests {
    private static let files: Set<String> = [
        "bin/verbio", "share/bash-completion/completions/verbio", "share/zsh/site-functions/_verbio",
        "share/fish/vendor_completions.d/verbio.fish", "share/man/man1/verbio.1",
    ]

    private static func make(_ target: String, in product: Product) async throws -> Product.Ended {
        try await product.shell(
            "make -s -C '\(Product.root.path)' \(target) VERBIO=\"$VERBIO\" PREFIX=/opt/my\\ own DESTDIR=\"$PWD/stage\""
        )
    }

    private static func files(below folder: URL) -> Set<String> {
        let names = FileManager.default.subpaths(atPath: folder.path) ?? []
        return Set(
            names.filter { name in
                var isFolder: ObjCBool = false
                let path = folder.appending(path: name).path
                return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            })
    }

    @Test("Given a prefix, when Verbio is installed and removed, then exactly its own files come and go")
    func installs() async throws {
        let product = try Product()
        defer { product.remove() }
        let stage = product.folder.appending(path: "stage")
        let place = stage.appending(path: "opt/my own")
        let installed = try await Self.make("install-built", in: product)
        #expect(installed.code == 0, "\(installed.errors)")
        #expect(Self.files(below: place) == Self.files)
        #expect(Self.files(below: stage).count == Self.files.count)

        func text(_ name: String) throws -> String {
            try String(contentsOf: place.appending(path: name), encoding: .utf8)
        }
        #expect(try text("share/zsh/site-functions/_verbio").hasPrefix("#compdef verbio"))
        #expect(try text("share/bash-completion/completions/verbio").contains("complete -"))
        #expect(try text("share/fish/vendor_completions.d/verbio.fish").contains("complete -c 'verbio'"))

        // It runs without its symbols, and is smaller for it.
        let program = place.appending(path: "bin/verbio").path
        let version = try await product.shell("'\(program)' --version")
        #expect(version.output == (try await product.run(["--version"])).output)
        func size(_ path: String) throws -> Int {
            try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        }
        #expect(try size(program) < size(Product.executable.path))

        // What others have put there stays.
        let other = place.appending(path: "share/man/man1/other.1")
        try "other".write(to: other, atomically: true, encoding: .utf8)
        let removed = try await Self.make("uninstall", in: product)
        #expect(removed.code == 0, "\(removed.errors)")
        #expect(Self.files(below: stage) == ["opt/my own/share/man/man1/other.1"])
    }

    @Test("Given no build, when Verbio is installed, then the error says to build it first")
    func notBuilt() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.shell(
            "make -s -C '\(Product.root.path)' install-built VERBIO=nowhere/verbio DESTDIR=\"$PWD/stage\"")
        #expect(ended.code != 0)
        #expect(ended.output.contains("run make build"), "\(ended.output)")
        #expect(!FileManager.default.fileExists(atPath: product.folder.appending(path: "stage").path))
    }

    @Test("Given all commands, when the manual page is made, then it has them, and no line is a macro by mistake")
    func manual() async throws {
        let product = try Product()
        defer { product.remove() }
        let page = try await product.run(["manual"])
        #expect(page.code == 0, "\(page.errors)")
        #expect(page.output.hasPrefix(".TH \"VERBIO\" \"1\""))
        for command in ["translate <file>...", "conversations flip <id> <number>", "models install"] {
            #expect(page.output.contains(".SS \"verbio \(command)"), "\(command)")
        }
        #expect(!page.output.contains("verbio manual"))
        let macros: Set<Substring> = [".TH", ".SH", ".SS", ".TP", ".PP", ".RS", ".RE", ".nf", ".fi", ".B"]
        for line in page.output.split(separator: "\n") {
            #expect(line.utf8.allSatisfy { (32..<127).contains($0) }, "\(line)")
            if line.hasPrefix(".") { #expect(macros.contains(line.prefix { $0 != " " }), "\(line)") }
            #expect(!line.hasPrefix("'"), "\(line)")
        }
        let help = try await product.run(["--help"])
        #expect(!help.output.contains("manual"))
    }
}
