internal import CAssets

/// Files of the repository that are compiled into the program.
enum ProviderAssets {
    /// `config/providers.yaml`
    static var providers: String { String(decoding: bytes(verbio_asset_providers), as: UTF8.self) }

    /// `Samples/hello.flac`
    static var hello: [UInt8] { bytes(verbio_asset_hello) }

    private static func bytes(_ asset: (UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?) -> [UInt8] {
        var count = 0
        let start = asset(&count)
        return Array(UnsafeBufferPointer(start: start, count: count))
    }
}
