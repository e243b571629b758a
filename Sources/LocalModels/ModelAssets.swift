internal import CAssets

/// Files of the repository that are part of the program.
enum ModelAssets {
    static func text(_ asset: (UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?) -> String {
        var count = 0
        let start = asset(&count)
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
