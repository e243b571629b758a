import MarianModel
import Testing
import VerbioTesting

@Suite struct DictionaryModelTests {
    private static let files = DictionaryModel([
        ("one", "um"), ("two", "dois"), ("three", "três"), ("red", "vermelho"), ("house", "casa"), ("Ann", "Ann"),
    ])

    static func model(_ change: (inout MarianModel.Files) -> Void = { _ in }) throws -> MarianModel {
        var files = MarianModel.Files(
            model: Self.files.model, sourceVocabulary: Self.files.vocabulary, shortlist: Self.files.shortlist)
        change(&files)
        return try MarianModel(files)
    }

    @Test(
        "Given a network that looks at the word of its place, when a sentence is translated, then each word is translated"
    )
    func words() throws {
        let sentence = try Self.model().translate(["one red house, three Ann."])[0]
        #expect(sentence.text == "um vermelho casa, três Ann.")
        #expect(sentence.isComplete)
        #expect(sentence.pieces.count == 7)
        #expect(sentence.aligned == Array(0..<7))
    }

    @Test(
        "Given sentences of different lengths, when they are translated together, then each is as if translated alone")
    func batches() throws {
        let model = try Self.model()
        let sentences =
            ["one", "two two two red house", "", "Ann.", "three, two, one!", "house house"]
            + Array(
                repeating: "red one two", count: 40)
        let together = model.translate(sentences)
        #expect(together == sentences.map { model.translate([$0])[0] })
        #expect(together[0].text == "um" && together[2].text == "")
        #expect(together[1].text == "dois dois dois vermelho casa")
    }

    @Test(
        "Given a wider search, when a sentence is translated, then the most probable translation is the same",
        arguments: [2, 4])
    func beams(size: Int) throws {
        let model = try Self.model()
        let sentence = "two red house, one Ann."
        #expect(model.translate([sentence], beam: size) == model.translate([sentence]))
    }

    @Test("Given no shortlist, when a sentence is translated, then the translation is the same")
    func withoutShortlist() throws {
        let model = try Self.model { $0.shortlist = nil }
        #expect(model.translate(["one red house."])[0].text == "um vermelho casa.")
    }

    @Test("Given no scales of activations, when a sentence is translated, then they follow from the activations")
    func dynamicScales() throws {
        let model = try Self.model { files in
            var bytes = files.model
            // Under another name no scale is found.
            let name = Array("_QuantMultA".utf8)
            for place in bytes.indices.dropLast(name.count) where bytes[place..<place + name.count].elementsEqual(name)
            {
                bytes[place] = UInt8(ascii: "x")
            }
            files.model = bytes
        }
        #expect(model.translate(["two house."])[0].text == "dois casa.")
    }

    @Test("Given tokens beyond the limit, when they are cut, then each part ends behind a clause or a word")
    func parts() throws {
        let pieces = try Self.model().source
        let tokens = pieces.tokens(of: "one two, three one two three one two three")
        #expect(tokens.count == 10)
        let parts = pieces.parts(of: tokens, most: 4)
        #expect(parts.map { pieces.text(of: $0) } == ["one two,", "three one two three", "one two three"])
        #expect(pieces.parts(of: tokens, most: 10) == [tokens])
        #expect(pieces.parts(of: [], most: 4) == [[]])
    }

    @Test("Given sentences up to sixty pieces, when they are translated, then each piece is found in its place")
    func long() throws {
        let model = try Self.model()
        var random = SplitMix64(seed: 9)
        let words = [
            "one": "um", "two": "dois", "three": "três", "red": "vermelho", "house": "casa", ",": ",", ".": ".",
        ]
        let names = words.keys.sorted()
        for length in 1...60 {
            let chosen = (0..<length).map { _ in names[random.next(upTo: names.count)] }
            let text = chosen.map { [",", "."].contains($0) ? $0 : " " + $0 }.joined()
            let wanted = chosen.map { [",", "."].contains($0) ? $0 : " " + words[$0, default: ""] }.joined()
            #expect(model.translate([text])[0].text == wanted.drop { $0 == " " })
        }
    }
}
