import CAssets

/// The version, as `verbio --version` prints it: the content of `config/VERSION`, from which packages take it, too.
let verbioVersion: String = {
    var count = 0
    let start = verbio_asset_version(&count)
    return String(decoding: UnsafeBufferPointer(start: start, count: count).prefix { $0 != 10 }, as: UTF8.self)
}()
