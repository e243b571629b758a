package import Audio
package import Conversations
package import Language
package import Providers

/// A recognizer's answer, with all evidence on whether it was said.
package struct HeardAnswer: Sendable {
    package let recognition: Recognition
    /// What was measured in the waveform.
    package let evidence: SpeechEvidence
    /// Seconds of audio that were sent, with the pauses.
    package let seconds: Double
    /// The languages that the utterance may be in.
    package let candidates: [LanguageCode]
    /// The prompt that the recognizer got; nil if it got none.
    package let prompt: String?
    let text: HeardText

    package init(
        _ recognition: Recognition, evidence: SpeechEvidence, seconds: Double, candidates: [LanguageCode],
        prompt: String? = nil
    ) {
        self.recognition = recognition
        self.evidence = evidence
        self.seconds = seconds
        self.candidates = candidates
        self.prompt = prompt
        text = HeardText(recognition.language.comparable(recognition.text))
    }

    /// - Parameter languages: those that the utterance may be in.
    package init(_ recognition: Recognition, to utterance: Utterance, in languages: [LanguageCode], prompt: String?) {
        self.init(
            recognition, evidence: utterance.evidence,
            seconds: Double(utterance.range.count) / Double(speechSampleRate), candidates: languages, prompt: prompt)
    }

    /// Signs in the waveform that there was no speech: 0 if the voice is clear; from 2 on the evidence for a voice is weak.
    ///
    /// * fewer than 300 ms of voice: recognizers are known to invent text for less;
    /// * less than 10 dB above the noise (a sign), than 5 dB (two): speech across a room has 10 and more;
    /// * below −50 dBFS (a sign), −58 (two). Dictation programs take peaks below −40 for silence, and the mean of
    ///   speech is about 10 dB below its peaks;
    /// * voice in less than three tenths of the time from the first sound to the last;
    /// * a best speech probability of the network below 0.8 (a sign), below 0.5 (two), which its authors use as the threshold
    ///   for speech. Of short words 15 dB above the noise nine in ten have 0.9 and more. Knocks, engines and music that it
    ///   takes for speech had 0.4 at most, right after a voice 0.65.
    ///
    /// One sign alone is an ordinary recording: a short word, a quiet speaker, a noisy room.
    package var voiceDoubts: Int {
        var doubts = 0
        if evidence.voicedMilliseconds < 300 { doubts += 1 }
        if evidence.snrDB < 10 { doubts += evidence.snrDB < 5 ? 2 : 1 }
        if evidence.rmsDBFS < -50 { doubts += evidence.rmsDBFS < -58 ? 2 : 1 }
        if Double(evidence.voicedMilliseconds) < 300 * seconds { doubts += Self.isLong(seconds) ? 1 : 0 }
        if let probability = evidence.speechProbability, probability < 0.8 { doubts += probability < 0.5 ? 2 : 1 }
        return doubts
    }

    /// Whether the speech network listened and doubts that it was a voice.
    var isDoubtedByNetwork: Bool { evidence.speechProbability.map { $0 < 0.8 } ?? false }

    /// Whether the speech network listened and is sure that it was a voice.
    var isSureByNetwork: Bool { evidence.speechProbability.map { $0 >= 0.8 } ?? false }

    /// Whether the audio is long: half a second of every utterance is margin before and after the voice.
    private static func isLong(_ seconds: Double) -> Bool { seconds > 2 }

    /// Signs from the recognizer that there was no speech: two if the recognizer itself reports none.
    ///
    /// The limits are Whisper's (0.6 and −1) and those of programs that rely on its estimate (0.8).
    package var recognizerDoubts: Int {
        var doubts = 0
        if let noSpeech = recognition.signals?.noSpeech, noSpeech > 0.8 || noSpeech > 0.6 && isUnsure { doubts += 2 }
        if isUnsure { doubts += 1 }
        if let confidence = recognition.confidence, confidence < 0.3 { doubts += 1 }
        return doubts
    }

    /// Whether the recognizer reports that it is unsure of its words, by Whisper's limit.
    var isUnsure: Bool { recognition.signals?.meanLogProbability.map { $0 < -1 } ?? false }

    /// The least time it takes to say the text, in seconds.
    var minimumSeconds: Double { text.minimumSeconds }

    /// Seconds of voice, at least 0.3: of a very short word only half may have been heard as voice.
    var voicedSeconds: Double { max(0.3, Double(evidence.voicedMilliseconds) / 1_000) }

    /// The beginning of the text, for the record.
    var excerpt: String { String(recognition.text.prefix(80)) }
}
