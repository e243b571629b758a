package import Audio
import Glibc
package import Plumbing

/// A program of this machine that records from a microphone and writes raw 16-bit samples to its standard output.
package struct Recorder: Sendable {
    package let name: String
    let path: String
    /// The arguments for a device; nil is the device that the system has chosen.
    let arguments: @Sendable (_ device: String?) -> [String]
    /// The arguments that print the devices; nil if the program cannot.
    package let listing: [String]?

    /// The samples that every recorder is asked for.
    package static let format = RawFormat(sample: .s16le, rate: speechSampleRate, channels: 1)

    private static let rate = String(speechSampleRate)

    /// In the order of preference: PipeWire's and PulseAudio's own, ALSA's, SoX and ffmpeg, which also records on macOS.
    private static let known: [(name: String, listing: [String]?, arguments: @Sendable (String?) -> [String])] = [
        (
            "pw-record", nil,
            { ["--rate", rate, "--channels", "1", "--format", "s16"] + ($0.map { ["--target", $0] } ?? []) + ["-"] }
        ),
        (
            "parec", nil,
            {
                ["--raw", "--rate=\(rate)", "--channels=1", "--format=s16le", "--latency-msec=20"]
                    + ($0.map { ["--device=\($0)"] } ?? [])
            }
        ),
        (
            "arecord", ["-L"],
            { ["-q", "-t", "raw", "-f", "S16_LE", "-r", rate, "-c", "1"] + ($0.map { ["-D", $0] } ?? []) }
        ),
        (
            "rec", nil,
            { _ in ["-q", "-t", "raw", "-e", "signed", "-b", "16", "-r", rate, "-c", "1", "-"] }
        ),
        (
            "ffmpeg", ["-hide_banner", "-sources", "pulse"],
            { ["-v", "error", "-f", "pulse", "-i", $0 ?? "default", "-f", "s16le", "-ar", rate, "-ac", "1", "-"] }
        ),
    ]

    /// The recorders that are installed, the preferred one first.
    ///
    /// - Parameter searchPath: the folders of programs, with colons between them.
    package static func installed(in searchPath: String) -> [Recorder] {
        known.compactMap { recorder in
            let folders = searchPath.split(separator: ":").map(String.init)
            guard let path = folders.map({ $0 + "/" + recorder.name }).first(where: { access($0, X_OK) == 0 }) else {
                return nil
            }
            return Recorder(
                name: recorder.name, path: path, arguments: recorder.arguments, listing: recorder.listing)
        }
    }

    /// The problem of a machine without a recorder.
    package static let missing = Problem(
        .usage, "live.recorder", "no recorder is installed", at: "--mic",
        cure: "install alsa-utils (arecord) or pulseaudio-utils (parec), or pipe audio in")

    /// Begins to record.
    ///
    /// - Throws: `Problem` of kind `usage` if the program cannot be started.
    package func record(from device: String?) throws(Problem) -> RunningRecorder {
        try RunningRecorder(path, arguments(device), named: name)
    }

    /// The devices as the program prints them.
    ///
    /// - Throws: as ``record(from:)``.
    package func devices() throws(Problem) -> [String] {
        guard let listing else { return [] }
        let listed = try RunningRecorder(path, listing, named: name)
        var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 14))
        while text.count < 1 << 20 {
            let count = read(listed.descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { Self.device(String($0)) }
    }

    /// The device that a line names; nil if it describes the one before, as the indented lines of `arecord -L` do.
    private static func device(_ line: String) -> String? {
        guard !line.hasPrefix("    "), !line.hasSuffix(":") else { return nil }
        // ffmpeg marks the default with a star and adds a description in brackets.
        let name = line.prefix { $0 != "[" }.filter { $0 != "*" }
        return name.split(separator: " ").first.map(String.init)
    }
}

/// A recorder that runs. It ends with the last reference.
///
/// Its messages are kept and not shown: sound libraries report each device that they try. What does not fit into the pipe is
/// dropped, so that a recorder never waits for its messages to be read.
package final class RunningRecorder: Sendable {
    /// Where its audio can be read. It is open as long as the recorder lives.
    package let descriptor: Int32
    private let process: pid_t
    /// Where its messages can be read.
    private let messages: Int32

    fileprivate init(_ path: String, _ arguments: [String], named name: String) throws(Problem) {
        var ends: [Int32] = [-1, -1]
        var messages: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Self.problem(name, errno) }
        guard pipe(&messages) == 0 else {
            let code = errno
            for end in ends { close(end) }
            throw Self.problem(name, code)
        }
        for end in ends + messages { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        for end in messages { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_adddup2(&actions, messages[1], 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A separate group: Ctrl-C at the terminal is for this process to handle.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        var words = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var id: pid_t = 0
        let failure = posix_spawn(&id, path, &actions, &attributes, &words, environ)
        for end in [ends[1], messages[1]] { close(end) }
        guard failure == 0 else {
            for end in [ends[0], messages[0]] { close(end) }
            throw Self.problem(name, failure)
        }
        (descriptor, process, self.messages) = (ends[0], id, messages[0])
    }

    /// The last line that it reported, without its name; nil if it reported nothing.
    package func lastMessage() -> String? {
        var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 14))
        while text.count < 1 << 16 {
            let count = read(messages, &buffer, buffer.count)
            guard count > 0 else { break }
            text += buffer[..<count]
        }
        let lines = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let line = lines.last(where: { $0.contains(where: \.isLetter) }) else { return nil }
        // SoX: `/usr/bin/rec FAIL sox: Sorry, …`; arecord: `arecord: main:831: audio open error: …`.
        return String(line.split(separator: ": ", maxSplits: 1).last ?? line).printableOnOneLine.clipped(to: 200)
    }

    private static func problem(_ name: String, _ code: Int32) -> Problem {
        Problem(
            .usage, "live.recorder", "\(name) cannot be started (\(String(cString: strerror(code))))", at: "--mic",
            cure: "pipe audio in instead")
    }

    deinit {
        for end in [descriptor, messages] { close(end) }
        kill(process, SIGTERM)
        waitpid(process, nil, 0)
    }
}
