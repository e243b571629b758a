internal import Audio
internal import FoundationEssentials
internal import Glibc
package import Plumbing

extension Film {
    /// Reads what a film says about itself. Blocks for some hundredths of a second.
    ///
    /// - Throws: ``Problem`` of kind `input`: `film.unreadable`, or `film.no-picture` if no picture moves in it.
    package init(at path: String, _ programs: FilmPrograms) throws(Problem) {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw OpenFiles.problem(errno)
                ?? Problem(
                    .input, "film.unreadable", "the film cannot be read (\(String(cString: strerror(errno))))",
                    at: path,
                    cure: "check that it exists and that you may read it")
        }
        defer { close(file) }
        self = try FilmProbe(programs).film(file).named(path)
        guard !pictures.isEmpty else {
            throw Problem(
                .input, "film.no-picture", "there is no picture in this recording, so it cannot become a film",
                at: path,
                cure:
                    "leave \(FilmContainer.allCases.map(\.rawValue).joined(separator: ", ")) out of --formats, such as --formats wav,srt"
            )
        }
    }
}

extension Film {
    /// The length that the container of a recording states, in seconds. Blocks for some hundredths of a second.
    ///
    /// - Parameter path: the place of ffmpeg, as ``ReadingOptions/ffmpegPath``.
    /// - Returns: nil if the recording does not say it, or if `ffprobe` cannot read it or is not installed.
    package static func seconds(of recording: String, ffmpeg path: String?) -> Double? {
        guard let programs = try? FilmPrograms(ffmpeg: path) else { return nil }
        let file = open(recording, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard case .success(let film) = FilmProbe(programs).film(file), let seconds = film.seconds,
            seconds.isFinite, seconds > 0
        else { return nil }
        return seconds
    }
}

/// What `ffprobe` says about a film.
struct FilmProbe {
    private let programs: FilmPrograms
    /// Seconds without any output after which the program is stopped.
    private static let longest = 60.0
    /// Bytes of its answer: some thousand tracks.
    private static let largest = 4 << 20

    init(_ programs: FilmPrograms) { self.programs = programs }

    func film(_ file: Int32) -> Result<Film, Problem> {
        let (limits, address) = FilmAccess.reading(0)
        let arguments =
            ["-v", "error", "-max_alloc", "268435456"] + limits
            + ["-of", "json", "-show_streams", "-show_format", address]
        let child: ChildProcess
        do throws(Problem) {
            child = try ChildProcess(programs.ffprobe, arguments, standardInput: file)
        } catch { return .failure(error) }
        var messages = ProgramMessages()
        var answer: [UInt8] = []
        let isWhole = Self.collect(child, &answer, &messages)
        if !isWhole { child.kill() }
        guard child.wait() == 0, isWhole, let parsed = try? JSONDecoder().decode(Answer.self, from: Data(answer)) else {
            return .failure(
                Problem(
                    .input, "film.unreadable", "ffmpeg cannot read this film\(messages.reason)",
                    cure: "export it again, or leave the film out of --formats"))
        }
        return .success(Film(parsed))
    }

    /// - Returns: whether the program has said all that it has to say, within the limits.
    private static func collect(_ child: ChildProcess, _ answer: inout [UInt8], _ messages: inout ProgramMessages)
        -> Bool
    {
        var (isOpen, hasErrors, idle) = (true, true, 0.0)
        while isOpen || hasErrors {
            var polled = [
                pollfd(fd: isOpen ? child.output : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: hasErrors ? child.errors : -1, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&polled, 2, 500)
            if ready < 0, errno != EINTR { return false }
            idle = ready == 0 ? idle + 0.5 : 0
            guard idle < longest, answer.count < largest else { return false }
            if polled[0].revents != 0 {
                let bytes = ChildProcess.read(child.output)
                isOpen = !bytes.isEmpty
                answer += bytes
            }
            if polled[1].revents != 0 {
                let bytes = ChildProcess.read(child.errors)
                hasErrors = !bytes.isEmpty
                messages.add(bytes)
            }
        }
        messages.end()
        return true
    }

    fileprivate struct Answer: Decodable {
        struct Stream: Decodable {
            struct Side: Decodable { var rotation: Double? }

            var index: Int
            var kind: String?
            var codec: String?
            var tags: [String: String]?
            var disposition: [String: Int]?
            var sides: [Side]?
            var width: Int?
            var height: Int?
            /// `4:3`, or `0:1` if it is not known.
            var pixelShape: String?

            enum CodingKeys: String, CodingKey {
                case index, tags, disposition, width, height
                case pixelShape = "sample_aspect_ratio"
                case kind = "codec_type"
                case codec = "codec_name"
                case sides = "side_data_list"
            }
        }

        struct Format: Decodable {
            var start: String?
            var duration: String?
            var tags: [String: String]?

            enum CodingKeys: String, CodingKey {
                case duration, tags
                case start = "start_time"
            }
        }

        var streams: [Stream]
        var format: Format
    }
}

extension Result where Success == Film, Failure == Problem {
    fileprivate func named(_ path: String) throws(Problem) -> Film {
        do { return try get() } catch { throw error.at(path) }
    }
}

extension Film {
    fileprivate init(_ answer: FilmProbe.Answer) {
        func tag(_ name: String, of tags: [String: String]?) -> String? {
            tags?.first { $0.key.lowercased() == name }?.value
        }
        self.init(
            tracks: answer.streams.map { stream in
                let language = tag("language", of: stream.tags).flatMap { ["und", ""].contains($0) ? nil : $0 }
                var track = Track(
                    kind: stream.kind.flatMap(Track.Kind.init) ?? .other, index: stream.index,
                    codec: stream.codec ?? "unknown", language: language, title: tag("title", of: stream.tags),
                    flags: Set((stream.disposition ?? [:]).filter { $0.value != 0 }.keys),
                    turn: stream.sides?.lazy.compactMap(\.rotation).first.map { Int($0) } ?? 0)
                (track.width, track.height) = (stream.width ?? 0, stream.height ?? 0)
                let sides = (stream.pixelShape ?? "").split(separator: ":").compactMap { Double($0) }
                if sides.count == 2, sides[0] > 0, sides[1] > 0 { track.pixelShape = sides[0] / sides[1] }
                return track
            },
            start: answer.format.start.flatMap(Double.init) ?? 0,
            seconds: answer.format.duration.flatMap(Double.init), comment: tag("comment", of: answer.format.tags))
    }
}
