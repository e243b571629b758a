import Foundation
import Testing

/// What `make deb`, `make tarball` and `make release` make, from the program of this build.
@Suite("Packages", .timeLimit(.minutes(10)))
struct PackageTests {
    private static let deploy = Product.root.appending(path: "config/deploy")
    private static let tools = ["dpkg-deb", "dpkg-shlibdeps", "patchelf", "python3"]
    private static let missing = tools.filter { tool in
        !["/usr/bin", "/bin", "/usr/local/bin"].contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)")
        }
    }
    /// The sources of the Swift packages, whose licences are in the package.
    private static let build = Product.executable.resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Product.root.appending(path: path), encoding: .utf8)
    }

    private static func version() throws -> String {
        try text("config/VERSION").trimmingCharacters(in: .newlines)
    }

    /// Makes a package in the folder `out`, quickly: with its symbols, and with little or no compression.
    private static func make(_ kind: String, in product: Product) async throws -> Product.Ended {
        try await product.shell(
            """
            STRIP= COMPRESSION=none SPEECH_MODEL="$PWD/network" CHECKOUTS='\(build.path)/checkouts' \
            '\(deploy.path)/package.sh' \(kind) "$VERBIO" out
            """)
    }

    /// The fields of a control file.
    private static func fields(_ control: String) -> [String: String] {
        var fields: [String: String] = [:]
        for line in control.split(separator: "\n") where !line.hasPrefix(" ") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { fields[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        return fields
    }

    @Test(
        "Given a built program, when the Debian package is made, then its files, fields and settings are as documented",
        .enabled(if: missing.isEmpty, "needs \(missing.joined(separator: ", "))"))
    func debianPackage() async throws {
        let product = try Product()
        defer { product.remove() }
        try "network".write(to: product.folder.appending(path: "network"), atomically: true, encoding: .utf8)
        let made = try await Self.make("deb", in: product)
        try #require(made.code == 0, "\(made.errors)")
        let version = try Self.version()
        let architecture = try await product.shell("dpkg --print-architecture").output.trimmingCharacters(in: .newlines)
        let file = "out/verbio_\(version)-1_\(architecture).deb"
        #expect(made.output.hasPrefix("Made ") && made.output.contains(file))
        let unpacked = try await product.shell("dpkg-deb -R \(file) all && dpkg-deb -c \(file)")
        try #require(unpacked.code == 0, "\(unpacked.errors)")

        func content(_ path: String) throws -> String {
            try String(contentsOf: product.folder.appending(path: "all/\(path)"), encoding: .utf8)
        }
        let fields = Self.fields(try content("DEBIAN/control"))
        #expect(fields["Package"] == "verbio")
        #expect(fields["Version"] == "\(version)-1")
        #expect(fields["Architecture"] == architecture)
        #expect(fields["Maintainer"]?.contains("@") == true)
        #expect(Int(fields["Installed-Size"] ?? "").map { $0 > 1_000 } == true)
        let depends = Set((fields["Depends"] ?? "").split(separator: ",").compactMap { $0.split(separator: " ").first })
        #expect(depends.isSuperset(of: ["libc6", "libsndfile1", "libcurl4", "adduser"]), "\(depends)")
        #expect(!(try content("DEBIAN/control")).contains("@VERSION@"))

        // Every file has root as its owner; the keys are for root alone.
        let listed = unpacked.output.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
        #expect(listed.allSatisfy { $0[1] == "root/root" })
        let modes = Dictionary(listed.map { ($0[5], $0[0]) }) { first, _ in first }
        #expect(modes["./etc/verbio/keys.env"] == "-rw-------")
        #expect(modes["./usr/bin/verbio"] == "-rwxr-xr-x")
        let files = Set(modes.filter { $0.value.hasPrefix("-") }.map { String($0.key.dropFirst(2)) })
        let documents = [
            "Caddyfile", "THIRD-PARTY.gz", "changelog.Debian.gz", "changelog.gz", "copyright", "nginx.conf",
        ]
        let expected: Set<String> = Set(
            (documents + ["providers.yaml", "verbio.spdx.json"]).map { "usr/share/doc/verbio/\($0)" } + [
                "etc/verbio/keys.env", "etc/verbio/verbio.yaml", "usr/bin/verbio", "usr/sbin/verbio-service",
                "usr/lib/systemd/system/verbio.service", "usr/share/bash-completion/completions/verbio",
                "usr/share/fish/vendor_completions.d/verbio.fish", "usr/share/zsh/vendor-completions/_verbio",
                "usr/share/lintian/overrides/verbio", "usr/share/man/man1/verbio.1.gz",
                "usr/share/man/man8/verbio-service.8.gz", "usr/share/verbio/models/silero-vad.safetensors",
                "usr/share/verbio/welcome.wav",
            ])
        #expect(files == expected, "\(files.symmetricDifference(expected))")

        // What the administrator changes below /etc is kept by upgrades.
        #expect(
            Set(try content("DEBIAN/conffiles").split(separator: "\n").map(String.init))
                == Set(files.filter { $0.hasPrefix("etc/") }.map { "/\($0)" }))
        #expect(try content("etc/verbio/verbio.yaml") == (try Self.text("config/verbio.yaml")))
        for script in ["postinst", "prerm", "postrm"] {
            #expect(try await product.shell("sh -n all/DEBIAN/\(script)").code == 0, "\(script)")
        }
        try Self.checkBill(try content("usr/share/doc/verbio/verbio.spdx.json"))
    }

    /// The bill has every package that the manifest names, with a version and a licence.
    private static func checkBill(_ json: String) throws {
        struct Bill: Decodable {
            struct Package: Decodable {
                var name: String
                var versionInfo: String
                var licenseDeclared: String
            }
            var spdxVersion: String
            var packages: [Package]
        }
        let bill = try JSONDecoder().decode(Bill.self, from: Data(json.utf8))
        #expect(bill.spdxVersion == "SPDX-2.3")
        let manifest = try text("Package.swift")
        let named = manifest.matches(of: #/\.package\(url: "[^"]*/([^"/]+)"/#).map { match in
            let name = match.1.lowercased()
            return name.hasSuffix(".git") ? String(name.dropLast(4)) : name
        }
        #expect(named.count > 10)
        for name in named {
            let entry = bill.packages.first { $0.name == name }
            #expect(
                ["Apache-2.0", "Apache-2.0 WITH Swift-exception", "MIT"].contains(entry?.licenseDeclared), "\(name)")
            #expect(entry?.versionInfo.first?.isNumber == true, "\(name)")
        }
        #expect(bill.packages.first { $0.name == "verbio" }?.versionInfo == (try version()))
        #expect(bill.packages.contains { $0.name == "libsndfile1" })
    }

    @Test(
        "Given an archive, when it is unpacked anywhere, then the program runs with its own libraries and finds its model",
        .enabled(if: missing.isEmpty, "needs \(missing.joined(separator: ", "))"))
    func archive() async throws {
        let product = try Product()
        defer { product.remove() }
        try "network".write(to: product.folder.appending(path: "network"), atomically: true, encoding: .utf8)
        let made = try await Self.make("tarball", in: product)
        try #require(made.code == 0, "\(made.errors)")
        let unpacked = try await product.shell(
            """
            mkdir 'my own' && tar -xzf out/verbio-*.tar.gz --strip-components=1 -C 'my own' &&
            ls 'my own' && ldd 'my own/bin/verbio'
            """)
        try #require(unpacked.code == 0, "\(unpacked.errors)")
        let lines = unpacked.output.split(separator: "\n")
        #expect(lines.prefix(3) == ["bin", "lib", "share"])
        let codecs = lines.filter { line in ["sndfile", "FLAC", "sqlite3"].contains { line.contains("lib\($0).so") } }
        #expect(codecs.count >= 2 && codecs.allSatisfy { $0.contains("/my own/bin/../lib/verbio/") }, "\(codecs)")
        let doctor = try await product.shell("'my own/bin/verbio' --version; 'my own/bin/verbio' doctor")
        #expect(doctor.output.hasPrefix("\(try Self.version())\n"))
        // The file of this test is no network.
        #expect(doctor.output.contains("my own/share/verbio/models/silero-vad.safetensors"), "\(doctor.output)")
    }

    @Test("Given packages, when the release is completed, then notes and checksums belong to this version")
    func release() async throws {
        let product = try Product()
        defer { product.remove() }
        let script = Self.deploy.appending(path: "release.sh").path
        let empty = try await product.shell("mkdir out; '\(script)' out")
        #expect(empty.code == 1)
        #expect(empty.errors.contains("there is no package of version \(try Self.version()) in out; run make release"))
        let ended = try await product.shell(
            """
            echo one >out/verbio_\(try Self.version())-1_amd64.deb
            '\(script)' out && cd out && sha256sum --check SHA256SUMS
            """)
        #expect(ended.code == 0, "\(ended.errors)")
        #expect(ended.output.contains("-1_amd64.deb: OK") && ended.output.contains("NOTES.md: OK"))
        let notes = try String(contentsOf: product.folder.appending(path: "out/NOTES.md"), encoding: .utf8)
        #expect(notes.hasPrefix("### Added\n"))
        #expect(!notes.contains("\n## "))
    }

    @Test(
        "Given a file for operators, when it sets Verbio's settings, then each exists",
        arguments: ["verbio.service", "Containerfile", "compose.yaml", "kubernetes.yaml", "verbio-service"])
    func settings(_ name: String) throws {
        let known = Set(
            try Guide.settings().map { setting in
                "VERBIO_" + setting.uppercased().map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
            })
        let text = try Self.text("config/deploy/\(name)")
        for match in text.matches(of: /VERBIO_[A-Z_]+/) where match.0 != "VERBIO_TRIAL" {
            #expect(known.contains(String(match.0)), "\(match.0)")
        }
        // All of them give the service the same folders.
        #expect(text.contains("/var/lib/verbio"))
        if !name.hasSuffix(".yaml") {
            #expect(text.contains("XDG_CONFIG_HOME=/etc"))
        }
    }

    @Test("Given the unit, when it is compared with the package, then user, folder and command are the same")
    func unit() async throws {
        let unit = try Self.text("config/deploy/verbio.service")
        let values = unit.split(separator: "\n").compactMap { line -> (String, String)? in
            let parts = line.split(separator: "=", maxSplits: 1)
            return parts.count == 2 && !line.hasPrefix("#") ? (String(parts[0]), String(parts[1])) : nil
        }
        func value(_ key: String) -> String? { values.first { $0.0 == key }?.1 }
        #expect(value("ExecStart") == "verbio serve")
        #expect(value("User") == "verbio" && value("StateDirectory") == "verbio")
        let installation = try Self.text("config/deploy/debian/postinst")
        #expect(installation.contains("--home /var/lib/verbio --no-create-home verbio"))
        #expect(try Self.text("config/deploy/verbio-service").contains("user=verbio\nstate=/var/lib/verbio\n"))
        #expect(value("Environment") == "HOME=/var/lib/verbio XDG_CONFIG_HOME=/etc XDG_DATA_HOME=/var/lib")
        #expect(value("EnvironmentFile") == "-/etc/verbio/keys.env")
        // systemd waits longer than the service takes to finish what is in progress.
        #expect(value("TimeoutStopSec").flatMap(Int.init).map { $0 > 25 } == true)
    }
}
