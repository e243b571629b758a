// swift-tools-version: 6.2
import PackageDescription

// Every target of ours is held to the same bar; a warning in our code is an error.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
]

/// A system library: a module map and the inline shims that its variadic calls need.
func cLibrary(_ name: String, pkgConfig: String?, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// The settings of a target. What loops over samples, bytes or letters is optimised in debug builds, too: it is fifty times slower
/// without, and the tests listen to minutes of audio and read endless answers.
func settings(innerLoops: Bool) -> [SwiftSetting] {
    settings + (innerLoops ? [.unsafeFlags(["-O"], .when(configuration: .debug))] : [])
}

/// A library of ours and the folder of the same name below `Sources`.
func library(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], innerLoops: Bool = false
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings(innerLoops: innerLoops))
}

/// The tests of one library, in the folder below `Tests` that mirrors it.
///
/// What lies in the `exclude`d folders is read from disk.
func tests(
    of name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], innerLoops: Bool = false
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: [.target(name: name), "VerbioTesting"] + dependencies,
        exclude: exclude, swiftSettings: settings(innerLoops: innerLoops))
}

let package = Package(
    name: "verbio",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "verbio", targets: ["verbio"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: ["YAML"]),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/apple/swift-certificates.git", from: "1.15.0"),
        .package(url: "https://github.com/apple/swift-asn1.git", from: "1.1.0"),
    ],
    targets: [
        cLibrary("CSndFile", pkgConfig: "sndfile", apt: "libsndfile1-dev"),
        cLibrary("COpus", pkgConfig: "opus", apt: "libopus-dev"),
        cLibrary("COgg", pkgConfig: "ogg", apt: "libogg-dev"),
        cLibrary("CVorbis", pkgConfig: "vorbis", apt: "libvorbis-dev"),
        cLibrary("CMpg123", pkgConfig: "libmpg123", apt: "libmpg123-dev"),
        cLibrary("CFLAC", pkgConfig: "flac", apt: "libflac-dev"),
        cLibrary("CSoxr", pkgConfig: "soxr", apt: "libsoxr-dev"),
        cLibrary("CSonic", pkgConfig: nil, apt: "libsonic-dev"),
        cLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        // libcurl is opened while running: loading it and what it needs would double the time of every start.
        .target(name: "CCurl", path: "Sources/CLibraries/CCurl"),
        // pocketsphinx is opened while running, so that a machine without it still starts Verbio and is told the cure.
        .target(name: "CPocketSphinx", path: "Sources/CLibraries/CPocketSphinx"),

        // libpq is opened while running: a machine that keeps its data in files needs none.
        .target(name: "CPostgreSQL", path: "Sources/CLibraries/CPostgreSQL"),

        // hiredis is opened while running: only servers that share a Redis need it.
        .target(name: "CHiredis", path: "Sources/CLibraries/CHiredis"),

        // ICU is opened while running: its data is thirty megabytes, and only spoken numbers and Chinese need it.
        .target(name: "CICU", path: "Sources/CLibraries/CICU"),

        // Files of the repository that are part of the program.
        .target(name: "CAssets", path: "Sources/CLibraries/CAssets"),

        // Lists of words that are part of the program. They change seldom, and everything is built after them.
        .target(name: "CWords", path: "Sources/CLibraries/CWords"),

        // The inner loops of the speech network and of what listens to every sample, for the widest vectors a processor has.
        .target(
            name: "CKernels", path: "Sources/CLibraries/CKernels",
            cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),

        cLibrary("CAllocator", pkgConfig: nil, apt: "libc6-dev"),
        cLibrary("CSpawn", pkgConfig: nil, apt: "libc6-dev"),
        library("Plumbing", ["CAllocator"]),
        library("Language", ["Plumbing", "CWords"], exclude: ["Words"], innerLoops: true),
        library("Captions", ["Plumbing", "Language"], innerLoops: true),
        library(
            "Audio",
            [
                "Plumbing", "Language", "CKernels", "CSndFile", "COpus", "COgg", "CVorbis", "CMpg123", "CFLAC", "CSoxr",
                "CSonic",
                "CSpawn",
            ], innerLoops: true),
        library("Hearing", ["Plumbing", "Audio", "CKernels"], innerLoops: true),
        library("AudioReport", ["Plumbing", "Audio", "Hearing", "CKernels"], innerLoops: true),
        library("Films", ["Plumbing", "Language", "Audio", "AudioReport"], innerLoops: true),
        library(
            "CurlHTTP", ["Plumbing", "CCurl", .product(name: "HTTPTypes", package: "swift-http-types")],
            innerLoops: true),
        library(
            "SocketClient",
            [
                "Plumbing", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ]),
        library("Providers", ["Plumbing", "Audio", "Language"]),
        library("Resilience", ["Plumbing", "Audio", "Language", "Providers"]),
        library(
            "S3",
            [
                "Plumbing", "Resilience", "CurlHTTP", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        library(
            "Numerals", ["Plumbing", "Audio", "Language", "Providers", "CICU"], exclude: ["Words"], innerLoops: true),
        library("ScriptConversion", ["Plumbing", "Language", "Providers", "CICU"]),
        library(
            "ProviderAdapters",
            [
                "Plumbing", "Audio", "Language", "Providers", "Resilience", "CurlHTTP", "SocketClient", "CAssets",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Yams", package: "Yams"),
            ]),
        library("MarianModel", ["CKernels"], innerLoops: true),
        library(
            "LocalEngines",
            [
                "Plumbing", "Audio", "Hearing", "Language", "Providers", "MarianModel", "CAssets", "CPocketSphinx",
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ],
            exclude: ["Worker/Python"]),
        library(
            "LocalModels",
            [
                "Plumbing", "CurlHTTP", "CAssets", "CZlib", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Yams", package: "Yams"),
                .product(name: "Subprocess", package: "swift-subprocess"),
                .product(name: "SystemPackage", package: "swift-system"),
            ], exclude: ["Python"]),
        library(
            "SimulatedProviders",
            ["Plumbing", "Audio", "Language", "Providers", "CAssets", .product(name: "Yams", package: "Yams")],
            innerLoops: true),
        library(
            "Conversations",
            [
                "Plumbing", "Captions", "Audio", "Language", "Providers",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        library(
            "SQLiteStore",
            [
                "Plumbing", "Captions", "Language", "Audio", "Providers", "Conversations", "SQL", "ConversationTables",
                "SQLiteFile",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        library("SQL", ["Plumbing"]),
        library(
            "SQLiteFile",
            [
                "Plumbing", "SQL", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        library(
            "ConversationTables",
            ["Plumbing", "Captions", "Language", "Audio", "Providers", "Conversations", "SQL"]),
        library("PostgreSQL", ["Plumbing", "SQL", "CPostgreSQL"]),
        library("Coordination", ["Plumbing"]),
        library("Redis", ["Plumbing", "Coordination", "CHiredis"]),
        library(
            "PostgreSQLStore",
            [
                "Plumbing", "Language", "Audio", "Providers", "Conversations", "SQL", "ConversationTables",
                "PostgreSQL", "Coordination", "S3",
            ]),
        library(
            "Accounts",
            [
                "Plumbing", "Coordination", "SQL", "SQLiteFile", "PostgreSQL", "Language", "CurlHTTP", "CAssets",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "JWTKit", package: "jwt-kit"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "Yams", package: "Yams"),
            ]),
        library(
            "Access",
            [
                "Plumbing", "Coordination", "SQL", "SQLiteFile", "PostgreSQL", "Language", "Providers", "Resilience",
                "Conversations",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        library(
            "Jobs",
            [
                "Plumbing", "Coordination", "CurlHTTP", "SQL", "SQLiteFile", "PostgreSQL", "Conversations", "Access",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        library(
            "Guards", ["Plumbing", "Audio", "Language", "Numerals", "Providers", "Conversations"], exclude: ["Words"]),
        library(
            "Interpreting",
            [
                "Plumbing", "Captions", "Audio", "Hearing", "Language", "Providers", "Resilience", "Conversations",
                "Guards",
            ]),
        library(
            "Delivery",
            ["Plumbing", "Captions", "Audio", "Films", "Language", "Providers", "Conversations", "CZlib"],
            innerLoops: true),
        library(
            "VerbioService",
            [
                "Plumbing", "Captions", "Audio", "Hearing", "AudioReport", "Language", "Providers", "Resilience",
                "Numerals",
                "ScriptConversion", "CurlHTTP", "SocketClient", "ProviderAdapters", "LocalEngines", "LocalModels",
                "SimulatedProviders", "Conversations", "SQL", "ConversationTables", "SQLiteStore", "PostgreSQL",
                "PostgreSQLStore", "Coordination", "Redis", "S3", "Access", "Accounts", "Jobs", "Guards",
                "Films", "Interpreting", "Delivery",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ]),
        library("LiveClient", ["Plumbing", "CurlHTTP", "SocketClient"]),
        library(
            "VerbioServer",
            [
                "Plumbing", "Captions", "Audio", "AudioReport", "Language", "Providers", "ProviderAdapters",
                "Resilience", "Conversations", "Coordination", "Access", "Accounts", "Jobs", "CurlHTTP",
                "Interpreting",
                "Delivery", "VerbioService", "CAssets", "CZlib",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCertificateReloading", package: "swift-nio-extras"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ], exclude: ["Console/Page"]),
        .executableTarget(
            name: "verbio",
            dependencies: [
                "Plumbing", "Captions", "Audio", "Hearing", "AudioReport", "Language", "Providers", "Resilience",
                "Numerals",
                "LocalEngines", "LocalModels", "CurlHTTP", "ProviderAdapters", "Conversations", "Coordination",
                "Access", "Accounts",
                "Guards", "Interpreting", "Delivery", "ConversationTables", "VerbioService", "VerbioServer",
                "LiveClient",
                "CAssets",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Yams", package: "Yams"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "SystemPackage", package: "swift-system"),
            ], swiftSettings: settings),
        library(
            "VerbioTesting",
            ["Plumbing", "CSpawn", "Audio", "Language", "Providers", "Coordination"], innerLoops: true),
        library(
            "ConversationTesting", ["Plumbing", "VerbioTesting", "Audio", "Language", "Providers", "Conversations"]),
        library("ServiceTesting", ["Plumbing", "VerbioTesting", "Conversations", "Access", "Jobs"]),
        library("AccountTesting", ["Plumbing", "VerbioTesting", "Accounts"]),
        // Servers for tests. Most tests need none, so they do not wait until TLS is compiled.
        library(
            "StandIns",
            [
                "Plumbing", "VerbioTesting",
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ]),

        // Reads the sources as text and needs none of them.
        .testTarget(name: "LayoutTests", swiftSettings: settings),
        tests(of: "Plumbing"),
        tests(of: "Language"),
        tests(of: "Captions", ["Plumbing", "Language"]),
        tests(of: "Audio", ["Language", "Plumbing"]),
        tests(of: "Hearing", ["Plumbing", "Audio", "CKernels"], innerLoops: true),
        tests(of: "AudioReport", ["Plumbing", "Audio", "Hearing"], innerLoops: true),
        tests(of: "Films", ["Plumbing", "Language", "Audio", "AudioReport"], innerLoops: true),
        tests(
            of: "CurlHTTP",
            [
                "StandIns", "Plumbing", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        tests(
            of: "SocketClient",
            [
                "StandIns", "Plumbing", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        tests(
            of: "ProviderAdapters",
            [
                "ConversationTesting", "StandIns", "Plumbing", "Audio", "Language", "Providers", "Resilience",
                "CurlHTTP", "SocketClient",
                "Conversations",
                "Interpreting",
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Yams", package: "Yams"),
            ], exclude: ["Fixtures"]),
        tests(of: "Providers", ["Plumbing"]),
        tests(of: "Resilience", ["Plumbing", "Audio", "Language", "Providers", "SimulatedProviders"]),
        tests(of: "S3", ["StandIns", "Plumbing", "CurlHTTP"]),
        tests(of: "Numerals", ["Plumbing", "Audio", "Language", "Providers", "LocalEngines"]),
        tests(of: "ScriptConversion", ["Plumbing", "Language", "Providers"]),
        tests(of: "MarianModel", ["CKernels"], exclude: ["Recorded"], innerLoops: true),
        tests(
            of: "LocalEngines",
            [
                "StandIns", "Plumbing", "Audio", "Hearing", "Language", "Providers", "LocalModels", "CurlHTTP",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            exclude: ["Translation/make_model.py", "Firefox/Recorded"]),
        tests(
            of: "LocalModels",
            ["StandIns", "Plumbing", "CurlHTTP", "CZlib", .product(name: "Crypto", package: "swift-crypto")]),
        tests(of: "SimulatedProviders", ["Plumbing", "Audio", "Language", "Providers"]),
        tests(of: "Conversations", ["ConversationTesting", "Plumbing", "Language", "Providers"]),
        tests(
            of: "SQLiteStore",
            [
                "ConversationTesting", "Plumbing", "Audio", "Providers", "Conversations",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests(of: "PostgreSQL", ["Plumbing", "SQL"]),
        tests(of: "Coordination", ["Plumbing"]),
        tests(of: "Redis", ["Plumbing", "Coordination"]),
        tests(
            of: "PostgreSQLStore",
            [
                "ConversationTesting", "ConversationTables", "SQLiteStore", "Plumbing", "Language", "Audio",
                "Providers",
                "Conversations", "Coordination", "S3", "PostgreSQL",
            ]),
        tests(
            of: "Accounts",
            [
                "AccountTesting", "StandIns", "PostgreSQL", "Coordination", "Plumbing", "Language", "CurlHTTP",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests(
            of: "Access",
            [
                "ServiceTesting", "PostgreSQL", "PostgreSQLStore", "Coordination", "Plumbing", "Providers",
                "Resilience",
                "Conversations",
            ]),
        tests(
            of: "Jobs",
            [
                "ServiceTesting", "StandIns", "PostgreSQL", "Coordination", "Plumbing", "CurlHTTP", "Conversations",
                "Access",
            ]),
        tests(of: "Guards", ["Audio", "Language", "Providers", "Conversations"], exclude: ["Answers"]),
        tests(
            of: "Interpreting",
            [
                "ConversationTesting", "Plumbing", "Audio", "Hearing", "Language", "Providers", "Resilience",
                "Captions", "Conversations", "Guards", "Delivery", "SimulatedProviders",
            ]),
        tests(
            of: "Delivery",
            ["ConversationTesting", "Plumbing", "Captions", "Audio", "Language", "Providers", "Conversations"]),
        tests(
            of: "VerbioService",
            [
                "ConversationTables", "ConversationTesting", "StandIns", "Plumbing", "Captions", "Audio", "Language",
                "Providers",
                "Resilience", "LocalEngines", "Conversations", "Coordination", "Access", "Accounts", "Jobs",
                "Guards",
                "Interpreting", "Delivery", .product(name: "Configuration", package: "swift-configuration"),
            ], exclude: ["Stores"]),
        tests(
            of: "VerbioServer",
            [
                "ConversationTesting", "StandIns", "Plumbing", "Audio", "Hearing", "Language", "Providers",
                "Resilience", "Conversations", "Coordination", "PostgreSQL", "PostgreSQLStore", "Redis",
                "Access",
                "Accounts", "Jobs", "CurlHTTP", "Interpreting", "Delivery", "VerbioService", "SimulatedProviders",
                "CZlib", "LiveClient",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Yams", package: "Yams"),
            ], exclude: ["Scripts"]),
        .testTarget(
            name: "VerbioTests",
            dependencies: [
                "verbio", "Plumbing", "VerbioTesting", "StandIns", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Browser"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// For `make bench`. Otherwise `swift test` would build and link a program that no test needs.
if Context.environment["VERBIO_BENCH"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Plumbing", "Audio", "Hearing", "Language", "Providers", "SimulatedProviders", "Conversations",
                "SQLiteStore", "Guards", "Interpreting", "AudioReport", "LocalEngines", "VerbioTesting", "verbio",
                "CurlHTTP",
                "ProviderAdapters", "Accounts",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ], path: "Tests/Benchmarks", exclude: ["FIGURES.md"], swiftSettings: settings))
}

// For `make fuzz`, which builds everything with libFuzzer's instrumentation. Other builds do without.
if Context.environment["VERBIO_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Fuzz", dependencies: ["Plumbing", "Audio", "AudioReport"], path: "Tests/Fuzz",
            swiftSettings: settings))
}

// `VERBIO_TESTS=AudioTests,DeliveryTests swift test` builds and runs these test targets alone, with what they need. `swift test`
// would otherwise build every target, among them two copies of BoringSSL and the tests of all libraries above.
if let names = Context.environment["VERBIO_TESTS"]?.split(separator: ",").map(String.init) {
    var needed: Set<String> = []
    var waiting = names
    while let name = waiting.popLast() {
        guard needed.insert(name).inserted, let target = package.targets.first(where: { $0.name == name }) else {
            continue
        }
        for dependency in target.dependencies {
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): waiting.append(name)
            default: break
            }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    if !needed.contains("verbio") { package.products.removeAll() }
}
