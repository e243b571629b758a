/// What ffmpeg says on its standard error, as far as it matters. Bounded: a broken file makes it talk without end.
struct ConverterLog {
    /// Its names for the container and the codec of the first audio track.
    private(set) var container: String?
    private(set) var codec: String?
    /// The first complaint, which tells more than those that follow from it, and the last.
    private(set) var firstError: String?
    private(set) var lastError: String?

    private var line: [UInt8] = []

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == 0x0A || byte == 0x0D {
                take(String(decoding: line, as: UTF8.self))
                line.removeAll(keepingCapacity: true)
            } else if line.count < 1_000 {
                line.append(byte)
            }
        }
    }

    private mutating func take(_ line: String) {
        if line.contains("[error]") || line.contains("[fatal]") {
            // Remarks on the order of its own output are no damage of the input.
            guard !line.hasPrefix("[au @") else { return }
            let message = Self.message(line)
            guard !message.isEmpty else { return }
            firstError = firstError ?? message
            lastError = message
        } else if container == nil, let input = Self.rest(of: line, after: "Input #0, ") {
            container = input.split(separator: ",").first.map(String.init)
        } else if codec == nil, line.contains("Stream #0:"), let stream = Self.rest(of: line, after: "Audio: ") {
            codec = stream.split(whereSeparator: { $0 == " " || $0 == "," }).first.map(String.init)
        }
    }

    /// The complaint without marks such as `[matroska,webm @ 0x55d0] [error]` and the name of the pipe.
    private static func message(_ line: String) -> String {
        var message = Substring(line)
        while message.first == "[", let end = message.firstIndex(of: "]") {
            message = message[message.index(after: end)...].drop(while: { $0 == " " })
        }
        for prefix in ["pipe:0: ", "file:/proc/self/fd/0: "] where message.hasPrefix(prefix) {
            message = message.dropFirst(prefix.count)
        }
        return String(message.prefix(200))
    }

    private static func rest(of line: String, after mark: String) -> Substring? {
        line.firstRange(of: mark).map { line[$0.upperBound...] }
    }
}
