import Foundation
import MarianModel
import Testing
import VerbioTesting

@Suite struct ModelFileTests {
    private static let dictionary = DictionaryModel([("one", "um"), ("two", "dois"), ("house", "casa")])

    private func model(_ change: (inout MarianModel.Files) -> Void) throws(ModelFault) -> MarianModel {
        let dictionary = Self.dictionary
        var files = MarianModel.Files(
            model: dictionary.model, sourceVocabulary: dictionary.vocabulary, shortlist: dictionary.shortlist)
        change(&files)
        return try MarianModel(files)
    }

    private func reason(_ change: (inout MarianModel.Files) -> Void) -> String? {
        do throws(ModelFault) {
            _ = try model(change)
            return nil
        } catch { return error.reason }
    }

    /// The model with a text replaced by one of the same length.
    private func replaced(_ old: String, _ new: String) -> (inout MarianModel.Files) -> Void {
        { files in
            let text = Array(old.utf8)
            for place in files.model.indices.dropLast(text.count)
            where files.model[place..<place + text.count].elementsEqual(text) {
                files.model.replaceSubrange(place..<place + text.count, with: Array(new.utf8))
                return
            }
        }
    }

    @Test(
        "Given another kind of network, when it is read, then it is refused by that name",
        arguments: [
            ("dec-cell: ssru", "dec-cell: lstm", "its dec-cell is 'lstm', and only 'ssru' is computed"),
            (
                "transformer-decoder-autoreg: rnn", "transformer-decoder-autoreg: avg",
                "its transformer-decoder-autoreg is 'avg', and only 'rnn' is computed"
            ),
            (
                "transformer-postprocess: dan", "transformer-postprocess: dah",
                "its transformer-postprocess is 'dah', and only 'dan' is computed"
            ),
            ("type: transformer", "type: amun2017xxx", "its type is 'amun2017xxx', and only 'transformer' is computed"),
            ("dim-emb: 128", "dim-emb: 9x9", "its dim-emb is '9x9'"),
            ("dim-emb: 128", "dim-emb: 100", "its width 100 with 2 heads and 16 hidden numbers is not computed"),
            (
                "tied-embeddings-all: true", "tied-embeddings-all: nope",
                "its output layer has a matrix of its own, which is not computed"
            ),
        ])
    func otherNetworks(old: String, new: String, reason: String) {
        #expect(self.reason(replaced(old, new)) == "the model cannot be used: " + reason)
    }

    @Test("Given a broken model file, when it is read, then the reason names the file and the fault")
    func brokenModel() {
        #expect(reason { $0.model = [] } == "the model cannot be used: the file ends in its version")
        #expect(
            reason { $0.model[0] = 7 } == "the model cannot be used: it is no binary model of Marian, version 1")
        #expect(reason { $0.model.removeLast() }?.hasPrefix("the model cannot be used: the file ends in ") == true)
        #expect(
            reason(replaced("encoder_l1_self_Wq\0", "encoder_l1_self_Wx\0"))
                == "the model cannot be used: it has no tensor encoder_l1_self_Wq")
        #expect(
            reason(replaced("special:model.yml", "special:model.yaX")) == "the model does not state its network")
    }

    @Test("Given files of different models, when they are read, then the numbers that differ are named")
    func otherModels() {
        let other = DictionaryModel([("one", "um")])
        #expect(
            reason { $0.sourceVocabulary = other.vocabulary }
                == "the model knows 19 and 19 pieces, and the vocabularies have 15 and 15")
        #expect(
            reason { $0.shortlist = other.shortlist }
                == "the shortlist cannot be used: it is made for 15 source words, and the vocabulary has 19")
        #expect(
            reason { $0.shortlist = [1, 2, 3] } == "the shortlist cannot be used: the file ends in its first number")
        #expect(
            reason { $0.targetVocabulary = [0x0A] }?.hasPrefix("the target vocabulary cannot be used: ") == true)
    }

    @Test("Given any damage, when a model is read, then it is refused or translates without an end that is too late")
    func damage() throws {
        var random = SplitMix64(seed: 23)
        let dictionary = Self.dictionary
        var refused = 0
        for round in 0..<300 {
            var files = MarianModel.Files(
                model: dictionary.model, sourceVocabulary: dictionary.vocabulary, shortlist: dictionary.shortlist)
            // The first half of the rounds damages the headers, where most faults are.
            let isHead = round % 2 == 0
            for _ in 0..<(1 + random.next(upTo: 8)) {
                let end = isHead ? 4000 : files.model.count
                files.model[random.next(upTo: end)] = UInt8(random.next(upTo: 256))
            }
            if round % 5 == 0, let shortlist = files.shortlist {
                files.shortlist?[random.next(upTo: shortlist.count)] = UInt8(random.next(upTo: 256))
            }
            do throws(ModelFault) {
                for sentence in try MarianModel(files).translate(["one two house.", "two"]) {
                    #expect(sentence.pieces.count < 40)
                }
            } catch {
                refused += 1
                #expect(!error.reason.isEmpty)
            }
        }
        #expect(refused > 60)
    }
}
