// The description has the names that Piper gives.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import FoundationEssentials
internal import Language
internal import Plumbing

/// A Piper voice: a network in ONNX, and next to it its description in a file with `.json` added to the name.
struct PiperVoice: Sendable, Hashable {
    /// The parts of the description that are read.
    private struct Description: Decodable {
        struct LanguageField: Decodable { var code: String? }
        struct Espeak: Decodable { var voice: String? }
        struct Audio: Decodable { var sample_rate: Int }

        var language: LanguageField?
        var espeak: Espeak?
        var audio: Audio
        var phoneme_type: String?
        var num_speakers: Int?
        var speaker_id_map: [String: Int]?
    }

    /// The name, such as `en_US-joe-medium`, or the file's path if it was named by that.
    let name: String
    /// The file of the network.
    let file: String
    /// The language; nil if the description cannot be read, or if Verbio does not have the language.
    let tag: LanguageTag?
    /// The sample rate in Hz.
    let sampleRate: Int
    /// The voice of espeak-ng that finds how words are spoken; nil if the network reads letters.
    let espeakVoice: String?
    /// Numbers of the speakers by their names; empty if there is one.
    let speakers: [String: Int]

    /// - Parameters:
    ///   - name: a voice's name, or the path of its network.
    ///   - models: the folder that holds a folder `piper-NAME` for each voice.
    init(_ name: String, in models: String) {
        self.name = name
        file = name.hasPrefix("/") ? name : "\(models)/\(Self.prefix)\(name)/\(name).onnx"
        let text = try? Data(contentsOf: URL(filePath: file + ".json"))
        let description = text.flatMap { try? JSONDecoder().decode(Description.self, from: $0) }
        let voice = description?.espeak?.voice
        tag = description.flatMap { Self.tag($0.language?.code ?? voice ?? "") }
        sampleRate = description?.audio.sample_rate ?? 22_050
        espeakVoice = description?.phoneme_type == "text" ? nil : voice
        speakers = description?.num_speakers ?? 1 > 1 ? description?.speaker_id_map ?? [:] : [:]
    }

    /// The folder of the network.
    var directory: String { String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]) }

    static let prefix = "piper-"

    /// Hz by name. A description of a voice does not tell its pitch, so that of other voices is not known.
    static let pitches: [String: Double] = ["en_US-joe-medium": 87]

    /// The files that are missing.
    var missing: [String] { [file, file + ".json"].filter { FileFacts($0)?.isRegular != true } }

    /// Bytes of the weights; 0 if they are not there.
    var size: Int64 { FileFacts(file)?.size ?? 0 }

    /// Whether it is complete and speaks a language that Verbio knows.
    var isUsable: Bool { missing.isEmpty && tag != nil }

    func needs(_ worker: LocalWorkerSettings) -> LocalModelNeeds {
        LocalModelNeeds(
            worker: worker, model: "its voice \(name)", lackingFile: missing.first,
            installing: name.hasPrefix("/")
                ? "run 'verbio models install piper-en_US-joe-medium', which installs what voices need"
                : "run 'verbio models install \(Self.prefix)\(name)'")
    }

    /// The usable voices in a folder of models, by name.
    static func installed(in models: String) -> [PiperVoice] {
        FileFacts.names(in: models).filter { $0.hasPrefix(prefix) }.sorted()
            .map { PiperVoice(String($0.dropFirst(prefix.count)), in: models) }.filter(\.isUsable)
    }

    /// The language of a code; `en_US` and `en-us` are the same. If Verbio does not have a variety, it is left out.
    private static func tag(_ code: String) -> LanguageTag? {
        let parts = code.split { $0 == "_" || $0 == "-" }.map { $0.lowercased() }
        guard let first = parts.first, let language = LanguageCode(spokenCode: first == "cmn" ? "zh" : first) else {
            return nil
        }
        guard parts.count > 1 else { return LanguageTag(language) }
        return LanguageTag(rawValue: "\(language.rawValue)-\(parts[1].uppercased())") ?? LanguageTag(language)
    }
}
