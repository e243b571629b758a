import Foundation
import MarianModel
import Testing
import VerbioTesting

/// A text with the tokens that SentencePiece itself gave.
private struct RecordedPieces: Decodable {
    var text: String
    var tokens: [Int]
    var decoded: String
}

private enum Recorded {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded")

    static func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }

    static func pieces(_ model: String) throws -> [RecordedPieces] {
        let data = try Data(contentsOf: folder.appending(path: "pieces.json"))
        return try #require(try JSONDecoder().decode([String: [RecordedPieces]].self, from: data)[model])
    }
}

@Suite struct PieceModelTests {
    @Test(
        "Given texts, when they are cut into pieces and joined, then tokens and text are SentencePiece's",
        arguments: ["tiny", "bytes"])
    func recorded(name: String) throws {
        let model = try PieceModel(try Recorded.bytes(name + ".spm"))
        let recorded = try Recorded.pieces(name)
        #expect(recorded.count == 41)
        for each in recorded {
            #expect(model.tokens(of: each.text) == each.tokens, "'\(each.text)'")
            #expect(model.text(of: each.tokens) == each.decoded, "'\(each.text)'")
        }
    }

    @Test("Given any text, when it is cut into pieces and joined, then a second time gives the same tokens")
    func stable() throws {
        let model = try PieceModel(try Recorded.bytes("bytes.spm"))
        var random = SplitMix64(seed: 7)
        let letters = Array("abc éãô ABC.,!?  日😀e\u{301}<sep>")
        for _ in 0..<2000 {
            let text = String((0..<random.next(upTo: 30)).map { _ in letters[random.next(upTo: letters.count)] })
            let tokens = model.tokens(of: text)
            #expect(tokens.allSatisfy { (0..<model.count).contains($0) && $0 != model.end })
            let joined = model.text(of: tokens)
            #expect(model.text(of: model.tokens(of: joined)) == joined)
        }
    }

    @Test("Given a damaged vocabulary, when it is read, then it is refused with a reason or still cuts texts")
    func damaged() throws {
        let bytes = try Recorded.bytes("bytes.spm")
        var random = SplitMix64(seed: 11)
        var refused = 0
        for round in 0..<400 {
            var copy = bytes
            if round % 4 == 0 { copy.removeLast(random.next(upTo: copy.count)) }
            for _ in 0..<(1 + random.next(upTo: 6)) where !copy.isEmpty {
                copy[random.next(upTo: copy.count)] = UInt8(random.next(upTo: 256))
            }
            do throws(ModelFault) {
                let model = try PieceModel(copy)
                _ = model.text(of: model.tokens(of: "Good morning, how are you? ﬁ ½ e\u{301}"))
            } catch {
                refused += 1
                #expect(!error.reason.isEmpty)
            }
        }
        #expect(refused > 50)
    }

    @Test("Given a vocabulary of byte pairs, when it is read, then it is refused by that name")
    func bytePairs() throws {
        // The trainer's settings with the kind 2 after one piece.
        let bytes: [UInt8] = [0x12, 0x02, 0x18, 0x02]
        #expect(throws: ModelFault("its pieces are byte pairs (BPE), and only unigram models are read")) {
            try PieceModel(DictionaryModel([("one", "um")]).vocabulary + bytes)
        }
    }

    @Test(
        "Given bytes that are no vocabulary, when they are read, then the reason names what is missing",
        arguments: [
            ([UInt8](), "it has 0 pieces"), ([0x0A, 0x7F], "the file ends in a field"),
            ([0x0B], "its fields are not those of a SentencePiece model"),
            ([0x0A, 0x00, 0x0A, 0x00], "it has no piece for what is unknown"),
        ])
    func noVocabulary(bytes: [UInt8], reason: String) {
        #expect(throws: ModelFault(reason)) { try PieceModel(bytes) }
    }
}
