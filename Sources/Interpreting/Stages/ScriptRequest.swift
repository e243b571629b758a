internal import Conversations
internal import Guards
internal import Language
internal import Providers

/// Asks a recognizer again, with a prompt in the script of the language, after it has written another script.
struct ScriptRequest: Sendable {
    let recognizers: RecognitionCalls
    /// Judges the answer to a request, which was made with this prompt.
    let judge: @Sendable (_ answer: Recognition, _ prompt: String) -> RecognitionVerdict

    /// The recognition in the script of its language, if the recognizer writes it, otherwise the given one with its flag.
    ///
    /// The second answer counts only if no guard doubts it and it has not lost half of the text. Both calls are stored and paid
    /// for.
    func answer(
        after first: Recorded<Recognition>, _ verdict: RecognitionVerdict, to request: RecognitionRequest,
        by call: ProviderCall<any SpeechRecognizer>, _ work: UtteranceWork
    ) async throws -> (recorded: Recorded<Recognition>, flags: [RecognitionFlag]) {
        let given = (first, verdict.flags)
        guard let language = verdict.expectedScript, call.provider.capabilities.takesPrompt,
            let prompt = ScriptPrompt.of(language)
        else { return given }
        var request = request
        request.prompt = prompt
        let second: Recorded<Recognition>
        do {
            second = try await recognizers.ask(request, by: call, work)
        } catch is ProviderError {
            try Task.checkCancellation()
            return given
        }
        let shown = [call.provider.capabilities.ownPrompt, prompt].compactMap(\.self).joined(separator: " ")
        guard judge(second.answer, shown) == RecognitionVerdict(decision: .keep, flags: []),
            letters(second.answer) * 2 >= letters(first.answer)
        else { return (first.preferred(over: second), verdict.flags) }
        let asked = verdict.flags.map { flag in
            var flag = flag
            flag.verdict = .askedAgain
            return flag
        }
        return (second, asked)
    }

    private func letters(_ recognition: Recognition) -> Int { HeardText(recognition.text).letters.count }
}
