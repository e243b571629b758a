import Audio
import Conversations
import Delivery
import Language
import Plumbing
import Testing

/// Names of files that the user chooses.
@Suite("Patterns for names")
struct NamePatternTests {
    private static func path(
        _ pattern: String, of format: OutputFormat = .srt, captions: CaptionStyle = .target, title: String = "Talk: one"
    ) throws -> String {
        let naming = OutputNaming(title: title, stem: "talk", pattern: try NamePattern(parsing: pattern))
        return naming.path(
            of: format, languages: OutputLanguages(try LanguagePair(from: .en, to: .es)),
            id: ConversationID(rawValue: "c00000000000000000000"), in: "out", captions: captions)
    }

    @Test(
        "given a pattern, when a file is named, then its fields are filled in",
        arguments: [
            ("{title}.{language}", "out/Talk- one.es.srt"), ("{stem}", "out/talk.srt"),
            ("{stem}{stem}", "out/talktalk.srt"),
            ("{language} {stem} (mine)", "out/es talk (mine).srt"), ("{id}", "out/c00000000000000000000.srt"),
        ])
    func fields(pattern: String, path: String) throws {
        #expect(try Self.path(pattern) == path)
        #expect(NamePattern.standard.description == "{title}.{language}")
    }

    @Test("given bilingual captions, when they are named, then both languages are")
    func bilingual() throws {
        #expect(try Self.path("{stem}.{language}", captions: .bilingual) == "out/talk.en-es.srt")
        #expect(try Self.path("{stem}.{language}", of: .txt, captions: .bilingual) == "out/talk.es.txt")
    }

    @Test("given a title of any length, when a file is named, then its name fits into a file system")
    func length() throws {
        let path = try Self.path("{title}{title}.{language}", title: String(repeating: "語", count: 300))
        #expect(path.split(separator: "/").last.map { $0.utf8.count < 240 } == true)
    }

    @Test(
        "given a malformed pattern, when it is read, then one sentence says why",
        arguments: ["", "{name}", "{stem", "stem}", "a/{stem}", "{stem}\n", "{Stem}", "{}", "a:{stem}"])
    func refused(pattern: String) {
        let problem = #expect(throws: Problem.self) { try NamePattern(parsing: pattern) }
        #expect(problem?.code == "output.name-pattern" && problem?.kind == .usage && problem?.cure != nil)
    }

    @Test(
        "given a stored conversation, when its files are named, then by its title or its recording",
        arguments: [
            ("talk.wav", "talk.wav", "/talks/talk.wav", nil, "talk"),
            ("walk", "talk.wav", "/talks/talk.wav", nil, "walk"),
            ("talk.mp3", "talk.mp3", nil, nil, "talk"), ("version 2.1", "version 2.1", nil, nil, "version 2.1"),
            ("walk.mp3", "request", nil, nil, "walk"), ("walk.mp3", "-", nil, nil, "walk.mp3"),
            ("live", "-", nil, nil, "live"), ("-", "-", nil, nil, "stdin"), (".wav", ".wav", nil, nil, "wav"),
            ("talk.wav", "talk.wav", "/talks/talk.wav", "4000-10000", "talk.4s-10s"),
        ])
    func stored(title: String, source: String, recording: String?, part: String?, name: String) throws {
        var conversation = try Recorded.conversation(title: title)
        conversation.source.name = source
        conversation.origin = recording.map { .file(path: $0, sha256: "ab12") } ?? .stream
        conversation.settings.listening.part = part
        let path = OutputNaming(of: conversation).path(
            of: .srt, languages: OutputLanguages(of: conversation.settings), id: nil, in: "", captions: .bilingual)
        #expect(path == "\(name).en-es.srt")
        #expect(ConversationArchive.name(of: conversation) == "\(name).zip")
    }
}
