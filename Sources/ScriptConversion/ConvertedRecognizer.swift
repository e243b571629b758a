internal import Language
package import Providers

extension SpeechRecognizer {
    /// Returns Chinese in the script of the requested language. Recognizers like Whisper choose a script at random.
    package func writing(with converter: ChineseConverter) -> any SpeechRecognizer {
        capabilities.languages.contains(.zh) ? ConvertedRecognizer(base: self, converter: converter) : self
    }
}

/// A recognizer that writes Chinese in the script of the request.
struct ConvertedRecognizer: SpeechRecognizer {
    let base: any SpeechRecognizer
    let converter: ChineseConverter

    var descriptor: ProviderDescriptor { base.descriptor }
    var capabilities: RecognizerCapabilities { base.capabilities }
    var warmedPlace: String? { base.warmedPlace }

    func warm() async { await base.warm() }

    func recognize(_ request: RecognitionRequest, hypothesis: PartialSink<String>) async throws -> Recognition {
        guard ([request.language] + request.candidates).contains(.zh), let script = request.tag(of: .zh).chineseScript
        else { return try await base.recognize(request, hypothesis: hypothesis) }
        let assumed = capabilities.varieties.scriptAssumed
        let written: @Sendable (String) -> String = { [converter] in
            // Japanese text in the result stays Japanese.
            $0.unicodeScalars.contains { (0x3040...0x30FF).contains($0.value) }
                ? $0 : converter.converted($0, to: script, assuming: assumed)
        }
        var recognition = try await base.recognize(request) { try await hypothesis(written($0)) }
        guard recognition.language == .zh else { return recognition }
        recognition.text = written(recognition.text)
        for index in recognition.words.indices {
            recognition.words[index].text = written(recognition.words[index].text)
        }
        return recognition
    }
}

extension Set<LanguageTag> {
    /// The script to assume for Chinese if its characters belong to both: simplified if the engine does not know the
    /// other; otherwise nil.
    var scriptAssumed: ChineseScript? { contains(.zhHant) ? nil : .simplified }
}
