internal import Language
internal import Providers

/// How a language model is asked for the translation of one text. Small models follow few words better than many.
enum PromptForm: String, CaseIterable, Sendable {
    /// Full instructions and a JSON document with the text and its surroundings.
    case interpreter
    /// One sentence of instructions and the text.
    case short
    /// The same with three examples before the text, as if they had been translated already.
    case examples
    /// The words with which Tencent's Hy-MT2 models were trained, in the only message.
    case hyMT = "hy-mt"
    /// The text alone: the template of Google's TranslateGemma models writes the instructions.
    case translateGemma = "translate-gemma"
    /// The same instructions written out, for servers that do not use that template, such as Ollama.
    case translateGemmaText = "translate-gemma-text"

    static let option = "prompt-form"

    init(_ options: [String: String]?) { self = options?[Self.option].flatMap(Self.init) ?? .interpreter }

    /// What a prompt of this form can contain. Its version is part of a translator's descriptor.
    var abilities: PromptAbilities {
        switch self {
        case .interpreter: PromptAbilities(version: InterpreterPrompt.version)
        case .short, .examples, .hyMT: PromptAbilities(version: "\(rawValue)-1", takesContext: false)
        case .translateGemma, .translateGemmaText:
            PromptAbilities(version: "\(rawValue)-1", takesContext: false, takesInstructions: false)
        }
    }
}

// MARK: Prompts of few words

extension PromptForm {
    /// Asks for the bare translation. Nothing is shown of what was said before and after.
    func prompt(for request: TranslationRequest) -> InterpreterPrompt {
        let (from, to) = (request.pair.source.preciseName, request.pair.target.preciseName)
        var prompt: InterpreterPrompt
        switch self {
        case .interpreter, .short, .examples:
            let instructions = """
                You are a translator from \(from) to \(to). Answer each message with its translation into \(to) and nothing \
                else.\(Self.wishes(of: request))
                """
            prompt = InterpreterPrompt(instructions: instructions, utterance: request.text, form: .bare)
        case .hyMT:
            let parts = Self.trained(request, into: to).filter { !$0.isEmpty }
            prompt = InterpreterPrompt(instructions: "", utterance: parts.joined(separator: "\n\n"), form: .bare)
        case .translateGemma:
            prompt = InterpreterPrompt(instructions: "", utterance: request.text, form: .bare)
            prompt.templateValues = [
                "source_lang_code": request.pair.source.rawValue, "target_lang_code": request.pair.target.rawValue,
            ]
        case .translateGemmaText:
            prompt = InterpreterPrompt(
                instructions: "", utterance: Self.writtenTemplate(of: request, from, to), form: .bare)
        }
        if self == .examples { prompt.examples = TranslationExample.all(for: request) }
        prompt.answers(request)
        return prompt
    }

    /// The paragraphs of a prompt for Hy-MT2, as its model card has them for a translation and for terms.
    private static func trained(_ request: TranslationRequest, into to: String) -> [String] {
        let isChinese = request.pair.from == .zh || request.pair.to == .zh
        let terms = request.terms.map { term in
            "\(term.source) \(isChinese ? "翻译成" : "translates to") \(term.targets.first ?? term.source)"
        }
        let head = isChinese ? "参考下面的翻译：" : "Reference the following translations:"
        let task =
            isChinese
            ? "将以下文本翻译为\(request.pair.target.chineseName)，注意只需要输出翻译后的结果，不要额外解释："
            : "Translate the following text into \(to). Note that you should only output the translated result without any "
                + "additional explanation:"
        var untermed = request
        untermed.terms = []
        return [
            terms.isEmpty ? "" : ([head] + terms).joined(separator: "\n"), wishes(of: untermed).trimmingBlanks, task,
            request.text,
        ]
    }

    /// The template of TranslateGemma, with the two empty lines before the text that its model card asks for.
    private static func writtenTemplate(of request: TranslationRequest, _ from: String, _ to: String) -> String {
        let (source, target) = (request.pair.source.rawValue, request.pair.target.rawValue)
        return """
            You are a professional \(from) (\(source)) to \(to) (\(target)) translator. Your goal is to accurately convey the \
            meaning and nuances of the original \(from) text while adhering to \(to) grammar, vocabulary, and cultural \
            sensitivities.
            Produce only the \(to) translation, without any additional explanations or commentary. Please translate the \
            following \(from) text into \(to):


            \(request.text)
            """
    }

    /// Sentences, each after a space: the terms, the form of address, how short it has to be, the fault of the answer before, and its
    /// beginning.
    private static func wishes(of request: TranslationRequest) -> String {
        let terms = request.terms.map { term in
            guard let target = term.targets.first else { return "'\(term.source)' stays as it is" }
            return "'\(term.source)' is '\(target)'"
        }
        let named = terms.isEmpty ? "" : " In the translation, \(terms.joined(separator: ", "))."
        let shorter =
            request.shorter.map {
                " This translation takes too long to say: \($0.longer)\n"
                    + PromptSurroundings.wish(ofAtMost: $0.characters)
            } ?? ""
        let which = request.shorter == nil ? "first" : "shorter"
        let hint = request.hint.map { " A \(which) translation was refused. \($0)" } ?? ""
        let begun = request.begun.map { " Begin the translation with these words, unchanged: \($0)" } ?? ""
        return named + PromptSurroundings.address(request.formality, in: request.pair.to) + shorter + hint + begun
    }
}

extension LanguageTag {
    /// The language's name in Chinese, with the script of Chinese.
    fileprivate var chineseName: String {
        switch code {
        case .en: "英语"
        case .es: "西班牙语"
        case .fr: "法语"
        case .de: "德语"
        case .it: "意大利语"
        case .pt: "葡萄牙语"
        case .zh: self == .zhHant ? "繁体中文" : "中文"
        case .ja: "日语"
        case .ko: "韩语"
        case .ar: "阿拉伯语"
        case .hi: "印地语"
        case .ru: "俄语"
        default: code.englishName
        }
    }
}
