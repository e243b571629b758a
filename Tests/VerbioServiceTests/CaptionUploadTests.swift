import Captions
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Testing
import VerbioService
import VerbioTesting

/// Captions as the uploads of jobs.
@Suite("Uploads of captions", .timeLimit(.minutes(5)))
struct CaptionUploadTests {
    private static let text =
        "1\n00:00:01,001 --> 00:00:02,500\nWhere is the train?\n\n2\n00:00:03,000 --> 00:00:04,000\n♪♪\n"

    @Test(
        "given a file without a name, when it is looked at, then captions are told from sound and text",
        arguments: [
            (Array(text.utf8), true), (Array("WEBVTT\n\n00:01.000 --> 00:02.000\nA\n".utf8), true),
            (Array("Dear Ana,\n10:30 is fine.\n".utf8), false), (Array("RIFF\0\0\0\0WAVE".utf8), false), ([], false),
            ([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, true),
        ] as [([UInt8], Bool)])
    func kinds(bytes: [UInt8], areCaptions: Bool) async throws {
        try await Workplace.with { workplace in
            let file = workplace.folder.appending(path: "upload")
            try Data(bytes).write(to: file)
            #expect(CaptionArgument.areCaptions(in: file.path) == areCaptions)
        }
    }

    @Test(
        "given captions as an upload, when it is translated and asked for again, then times stay and nothing is called again"
    )
    func uploads() async throws {
        try await Workplace.with { workplace in
            let path = try workplace.write(Self.text, to: "upload")
            let store = try await workplace.assembly.store()
            let service = try PipelineService(assembly: workplace.assembly, store: store)
            let upload = StoredUpload(path: path, kind: .captions, conversation: .random())
            var pair = ConversationRequest(try LanguagePair(from: .en, to: .es))
            (pair.isSpoken, pair.findsLanguage) = (false, true)
            for _ in 1...2 {
                let (conversation, finished) = try await service.translate(pair, upload: upload, control: RunControl())
                { _ in }
                #expect(finished.state == .complete && conversation.kind == .captions)
            }
            let records = try await store.utterances(of: upload.conversation, after: 0, limit: 9)
            #expect(records.map { $0.utterance.cues.map(\.start) } == [[1_001], [3_000]])
            #expect(records.map(\.outcome) == [.textOnly, .dropped(reason: "no-words")])
            #expect(workplace.calls.count == 1, "\(workplace.calls)")
        }
    }
}
