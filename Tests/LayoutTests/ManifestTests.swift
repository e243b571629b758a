import Foundation
import Testing

/// What keeps a build from nothing short.
struct ManifestTests {
    private let manifest: Manifest

    init() throws {
        manifest = Manifest(
            try String(contentsOf: SourceTree.packageRoot.appending(path: "Package.swift"), encoding: .utf8))
        try #require(manifest.targets.count > 50)
    }

    /// The libraries that take most of the time of a build.
    private static let cryptography: Set = ["NIOSSL", "Crypto", "CryptoExtras", "JWTKit", "X509"]

    @Test("Given a plain build, when its targets are listed, then benchmarks and fuzzing are not among them")
    func onRequest() {
        #expect(manifest.targetsOnRequest == ["Benchmarks", "Fuzz"])
        #expect(manifest.targetsOnRequest.isDisjoint(with: manifest.targets.keys))
    }

    @Test("Given tests without servers, when their library needs no cryptography, then they need none")
    func small() {
        for target in manifest.targets.values where target.isTest && !target.targets.contains("StandIns") {
            let library = String(target.name.dropLast("Tests".count))
            let own = Set(manifest.products(below: library).keys).union(target.products.keys)
            let found = Set(manifest.products(below: target.name).keys).subtracting(own)
                .intersection(Self.cryptography)
            #expect(found.isEmpty, "\(target.name) needs \(found.sorted()), which \(library) does not")
        }
        for name in ["LanguageTests", "AudioTests", "HearingTests", "NumeralsTests", "ResilienceTests"] {
            #expect(Self.cryptography.isDisjoint(with: manifest.products(below: name).keys), "\(name)")
        }
    }

    @Test("Given the packages that are fetched, when the program is built, then it uses each of them")
    func used() {
        let used = Set(manifest.products(below: "verbio").values)
        #expect(manifest.packages.subtracting(used).isEmpty)
    }

    @Test("Given a library's products of other packages, when its sources are read, then they import each of them")
    func imported() throws {
        for target in manifest.targets.values where !target.isTest && SourceTree.modules.contains(target.name) {
            let sources = try SourceTree.files(of: target.name).values
            for product in target.products.keys.sorted() {
                let isImported = sources.contains { $0.contains("import \(product)\n") }
                #expect(isImported, "\(target.name) names \(product) in Package.swift and does not import it")
            }
        }
    }

    @Test("Given a manifest, when it is read, then each kind of target has its dependencies")
    func reading() {
        let read = Manifest(
            """
            let package = Package(
                dependencies: [.package(url: "https://example.com/a/one.git", from: "1.0.0")],
                targets: [
                    // library("Commented", ["Lower"]),
                    library("Lower", [.product(name: "One", package: "one")], exclude: ["Words"]),
                    library(
                        "Upper",
                        ["Lower", "CWords"], innerLoops: true),
                    tests(of: "Upper", ["Lower"]),
                ]
            )
            if Context.environment["ASKED"] != nil {
                package.targets.append(
                    .executableTarget(name: "Asked", dependencies: ["Lower"]))
            }
            """)
        #expect(read.packages == ["one"])
        #expect(read.targets.count == 3)
        #expect(read.targets["Lower"]?.targets == [])
        #expect(read.targets["UpperTests"]?.targets == ["Upper", "Lower", "VerbioTesting"])
        #expect(read.products(below: "UpperTests") == ["One": "one"])
        #expect(read.targetsOnRequest == ["Asked"])
    }
}
