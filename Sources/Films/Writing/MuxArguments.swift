internal import Audio
internal import Language

/// The arguments with which ffmpeg makes a film of an old one and of new tracks. The picture is copied.
///
/// The program's descriptors are: 0 the new sound, 1 the new film, 3 the old film, 4 and more the new subtitles, and after them
/// the captions that are drawn into the picture.
struct MuxArguments {
    let film: Film
    let plan: FilmPlan
    /// Seconds by which the times of the old film are moved, as ``FilmAccess/shift(kind:start:path:)`` says.
    let shift: Double
    /// The first seconds only; nil for all.
    var limit: Double?
    /// Whether the program also tells what is no error, such as letters that no font has.
    var tellsWarnings = false

    private static let address = "file:/proc/self/fd/1"

    var list: [String] {
        var arguments = [
            "-nostdin", "-hide_banner", "-nostats", "-loglevel", tellsWarnings ? "warning" : "error", "-max_alloc",
            "268435456",
        ]
        let (limits, address) = FilmAccess.reading(3)
        if shift != 0 { arguments += ["-itsoffset", String(shift)] }
        // Old containers leave times out, which new ones need.
        arguments += ["-fflags", "+genpts"] + limits + ["-i", address]
        if plan.voice != nil {
            arguments += [
                "-protocol_whitelist", "pipe", "-f", "f32le", "-ar", String(VoiceReader.rate), "-ac", "2", "-i",
                "pipe:0",
            ]
        }
        for place in plan.subtitles.indices {
            arguments += ["-protocol_whitelist", "file", "-f", "srt", "-i", "file:/proc/self/fd/\(4 + place)"]
        }
        arguments += ["-map_metadata", "0", "-map_chapters", "0", "-c", "copy"]
        arguments += pictures + sounds + subtitles
        if plan.container.hasAttachments { arguments += ["-map", "0:t?"] }
        arguments += metadata
        if let limit { arguments += ["-t", String(limit)] }
        // Equal conversations give equal bytes: without the random identifiers and the version of ffmpeg.
        arguments += ["-fflags", "+bitexact"]
        // Streams begin at different times, and none is given up because another one is late.
        arguments += ["-max_muxing_queue_size", "4096"]
        return arguments + plan.container.writerOptions + ["-f", plan.container.writer, "-y", Self.address]
    }

    private var pictures: [String] {
        let kept = film.tracks.filter { $0.kind == .picture && (!$0.isCover || plan.container.hasCover) }
        let maps = kept.flatMap { ["-map", "0:\($0.index)"] }
        guard plan.burned != nil, let place = kept.firstIndex(where: { !$0.isCover }) else { return maps }
        // Captions are drawn after a picture that lies on its side is turned. What the encoder cannot divide by two gets a
        // line more.
        let filter =
            "pad=ceil(iw/2)*2:ceil(ih/2)*2,ass=filename=/proc/self/fd/\(4 + plan.subtitles.count),format=yuv420p"
        return maps + [
            "-c:v:\(place)", "libx264", "-preset:v:\(place)", "fast", "-crf:v:\(place)", "18", "-filter:v:\(place)",
            filter,
        ]
    }

    private var sounds: [String] {
        var arguments: [String] = []
        var place = 0
        if let voice = plan.voice {
            arguments += ["-map", "1:a", "-c:a:0", plan.container.soundEncoder] + plan.container.soundOptions
            arguments += names("a:0", voice.language.code, "\(voice.language.englishName) (synthetic voice)")
            arguments += ["-disposition:a:0", "default"]
            place = 1
        }
        for track in film.sounds {
            arguments += ["-map", "0:\(track.index)"]
            if !plan.container.copies(sound: track.codec) {
                arguments += ["-c:a:\(place)", plan.container.soundEncoder]
            }
            if track.language == nil, film.sounds.count == 1, let spoken = plan.spoken {
                arguments += names("a:\(place)", spoken.code, track.title ?? "\(spoken.englishName) (original)")
            }
            if plan.voice != nil { arguments += ["-disposition:a:\(place)", flags(of: track)] }
            place += 1
        }
        return arguments
    }

    private var subtitles: [String] {
        var arguments: [String] = []
        let first = plan.voice == nil ? 1 : 2
        for (place, new) in plan.subtitles.enumerated() {
            arguments += ["-map", "\(first + place):s", "-c:s:\(place)", plan.container.subtitleCodec]
            arguments += names("s:\(place)", new.language.code, new.language.englishName)
            arguments += ["-disposition:s:\(place)", new.isDefault ? "default" : "0"]
        }
        var place = plan.subtitles.count
        for track in film.subtitles {
            let way = plan.container.way(of: track.codec)
            guard way != .leftOut else { continue }
            arguments += ["-map", "0:\(track.index)"]
            if way == .converted { arguments += ["-c:s:\(place)", plan.container.subtitleCodec] }
            arguments += ["-disposition:s:\(place)", flags(of: track)]
            place += 1
        }
        return arguments
    }

    private var metadata: [String] {
        guard let notice = plan.notice else { return [] }
        let former = film.comment.map { String($0.prefix(2_000)) }
        let comment = former.map { $0.contains(notice) ? $0 : $0 + "\n" + notice } ?? notice
        return ["-metadata", "comment=\(comment)"]
    }

    private func names(_ stream: String, _ language: LanguageCode, _ title: String) -> [String] {
        [
            "-metadata:s:\(stream)", "language=\(language.threeLetters)", "-metadata:s:\(stream)", "title=\(title)",
            "-metadata:s:\(stream)", "handler_name=\(title)",
        ]
    }

    /// The flags of a track that is no longer the first choice.
    private func flags(of track: Film.Track) -> String {
        let kept = track.flags.subtracting(["default"]).sorted()
        return kept.isEmpty ? "0" : kept.joined(separator: "+")
    }
}
