internal import Audio
internal import Plumbing

/// Captions in a file without a name, for a program that reads them from its descriptor.
final class UnnamedCaptions: CaptionFile {
    private(set) var byteCount = 0
    private let file: UnnamedFile
    private var waiting: [UInt8] = []
    private static let atOnce = 1 << 16

    var descriptor: Int32 { file.descriptor }

    init() throws(Problem) { file = try UnnamedFile() }

    func write(_ text: String) throws(Problem) {
        waiting += text.utf8
        if waiting.count >= Self.atOnce { try prepare() }
    }

    func prepare() throws(Problem) {
        try file.write(waiting, at: byteCount)
        byteCount += waiting.count
        waiting.removeAll(keepingCapacity: true)
    }

    func commit(by admission: (any OutputAdmission)?) throws(Problem) {}
}
