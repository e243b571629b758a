/// The number of samples that the header of a NIST or 8SVX file states.
///
/// libsndfile computes it from the length of the file, which it does not know, and would take what follows for samples.
struct StatedSamples {
    var frames: Int
    /// Where they end in the file.
    var end: Int

    private static let nistHeader = 1_024
    /// Bytes that are searched for the samples of an 8SVX file: its texts may come before them.
    private static let longestHeader = 64 << 10

    /// nil if it is another kind of file, or if its header does not say. No bytes are taken from the source.
    init?(_ source: ReplaySource) {
        let head = source.peek(12)
        if head.starts(with: "NIST_1A".utf8) {
            self.init(nist: source)
        } else if head.starts(with: "FORM".utf8), head.dropFirst(8).elementsEqual("8SVX".utf8) {
            self.init(voice: source)
        } else {
            return nil
        }
    }

    /// Lines with a name, a kind and a value (NIST SPHERE).
    private init?(nist source: ReplaySource) {
        let text = String(decoding: source.peek(Self.nistHeader), as: UTF8.self)
        var numbers: [Substring: Int] = [:]
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            if fields.count == 3, fields[1] == "-i" { numbers[fields[0]] = Int(fields[2]) }
        }
        guard let frames = numbers["sample_count"], let width = numbers["sample_n_bytes"], (1...8).contains(width),
            (1..<1 << 40).contains(frames)
        else { return nil }
        let channels = min(max(1, numbers["channel_count"] ?? 1), 1_024)
        self.init(frames: frames, end: Self.nistHeader + frames * width * channels)
    }

    /// Chunks with a name and a size; `BODY` has the samples, a byte for each.
    private init?(voice source: ReplaySource) {
        var offset = 12
        while offset <= Self.longestHeader {
            let chunk = Bytes(source.peek(offset + 8).dropFirst(offset), isBigEndian: true)
            guard let size = chunk.u32(4) else { return nil }
            if chunk.text(0, 4) == "BODY" {
                guard size > 0, size < 0x7FFF_F000 else { return nil }
                self.init(frames: size, end: offset + 8 + size + size % 2)
                return
            }
            offset += 8 + size + size % 2
        }
        return nil
    }

    private init(frames: Int, end: Int) { (self.frames, self.end) = (frames, end) }
}
