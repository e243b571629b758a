internal import Glibc
internal import Plumbing

/// What the converter program says about a recording before it is decoded: its tracks and when its clock begins.
struct ConverterProbe {
    /// With a mark on those that can be decoded.
    private(set) var tracks: [AudioTrack]
    /// Seconds.
    let start: Double?

    /// Kinds of files with one track and no clock, which need no probe.
    private static let plainKinds: Set = [
        "wav", "w64", "aiff", "svx", "au", "caf", "flac", "nist", "voc", "amr", "wavpack", "ape", "tta", "ac3", "dts",
        "aac", "latm", "gsm", "g722", "mp3",
    ]
    /// Bytes of a stream that are read for it at most, and kept until they are decoded.
    private static let reach = 16 << 20

    /// - Returns: nil if the probe gives no information.
    init?(_ input: ConverterInput, program: String, running: RunningDecoder) {
        guard !Self.plainKinds.contains(input.name ?? "") else { return nil }
        let arguments = Converter.opening(input.probing, input.name)
        guard let log = try? Self.log(of: program, arguments, input, running), !log.tracks.isEmpty else { return nil }
        tracks = log.tracks
        start = log.start
        guard tracks.count > 1 else { return }
        let missing = Self.codecs(withoutDecoderIn: program, running)
        for index in tracks.indices where missing.contains(tracks[index].codec) { tracks[index].isDecodable = false }
    }

    /// The names of codecs that the program knows but cannot decode.
    private static func codecs(withoutDecoderIn program: String, _ running: RunningDecoder) -> Set<String> {
        guard let child = try? ChildProcess(program, ["-nostdin", "-hide_banner", "-codecs"]) else { return [] }
        running.set(interrupt: { child.kill() })
        child.closeInput()
        var text: [UInt8] = []
        while case let bytes = ChildProcess.read(child.output), !bytes.isEmpty, text.count < 1 << 20 { text += bytes }
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        // ` D.AIL. dolby_e  Dolby E`: six marks, the first of them for a decoder.
        let fields = lines.map { $0.split(separator: " ", maxSplits: 2) }
        return Set(fields.filter { $0.count > 1 && $0[0].count == 6 && $0[0].hasPrefix(".") }.map { String($0[1]) })
    }

    private static func log(
        of program: String, _ arguments: [String], _ input: ConverterInput, _ running: RunningDecoder
    ) throws -> ConverterLog {
        let child = try ChildProcess(program, arguments, standardInput: input.probingDescriptor)
        running.set(interrupt: { child.kill() })
        var log = ConverterLog()
        if input.probingDescriptor != nil {
            while case let bytes = ChildProcess.read(child.errors), !bytes.isEmpty { log.add(bytes) }
        } else {
            let source = input.source
            let origin = source.position
            source.reach = reach
            defer {
                _ = source.seek(to: origin)
                source.reach = ReplaySource.usualReach
            }
            feed(source, to: child, until: origin + reach) { log.add($0) }
        }
        return log
    }

    /// Feeds the child until the probe is complete, and reads its messages at the same time.
    private static func feed(
        _ source: ReplaySource, to child: ChildProcess, until limit: Int, _ note: ([UInt8]) -> Void
    ) {
        var waiting: ArraySlice<UInt8> = []
        var isFed = true
        while true {
            var polled = [
                pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isFed ? child.input : -1, events: Int16(POLLOUT), revents: 0),
            ]
            let ready = poll(&polled, 2, -1)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return }
            if polled[0].revents != 0 {
                let bytes = ChildProcess.read(child.errors)
                guard !bytes.isEmpty else { return }
                note(bytes)
                continue
            }
            if waiting.isEmpty, source.position < limit { waiting = source.read(upTo: 32 << 10)[...] }
            let count = waiting.withUnsafeBytes {
                send(child.input, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if count > 0 {
                waiting.removeFirst(count)
            } else if count == 0 || errno != EINTR && errno != EAGAIN {
                isFed = false
                child.closeInput()
            }
        }
    }
}
