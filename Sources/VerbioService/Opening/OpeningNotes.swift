import Audio
import Captions
import Configuration
import Conversations
import Interpreting
import Language
import Plumbing
import Providers
import Resilience

/// The notes on an opened conversation for the user, one sentence each.
package struct OpeningNotes: Sendable {
    private let opened: OpenedConversation
    private var assembly: Assembly { opened.assembly }
    private var conversation: Conversation { opened.conversation }
    private var providers: ProviderSet { opened.providers }

    package init(_ opened: OpenedConversation) { self.opened = opened }

    /// The command that resumes the conversation. Cost options of the command line apply to one run only, so the command
    /// repeats them. If the limit does not cover even the next call, the command names the amount which that call needs.
    package var resumeCommand: String {
        let settings = assembly.settings
        var words = "resume \(conversation.id)"
        if settings.value(.maximumCost).origin == "flag", let limit = try? assembly.costLimit.dollars() {
            let needed = opened.budget.withLock { $0 }.dearestRefused.map {
                ($0.dollars * 10_000).rounded(.up) / 10_000
            }
            let dollars = max(limit, needed ?? 0)
            words += " --max-cost " + (Int(exactly: dollars).map(String.init) ?? String(dollars))
        }
        if settings.value(.unknownPrices).origin == "flag" { words += " --allow-unknown-prices" }
        return assembly.command(words)
    }

    /// How to get the complete files of a conversation if its run wrote no files.
    package var wayToFiles: String {
        let again = "the previous run wrote no files, so this run wrote none either; for the complete files "
        if conversation.isWritten, case .file = conversation.origin {
            return again + "run the same 'verbio text' again, which makes no call for finished work"
        }
        return again + "'\(assembly.command("conversations export \(conversation.id) -o FOLDER"))'"
    }

    /// A sentence on audio tracks that are not heard; nil if all are.
    ///
    /// - Parameter recording: the user's name for the recording.
    package func tracks(of recording: String) -> String? {
        opened.source?.tracks.unheard.map { "\(recording.printableOnOneLine): \($0); choose with --track" }
    }

    /// The providers that failed in this run and have a fallback, with the first reason, one sentence each.
    package var failures: [String] {
        notes(providers.recognizers, \.descriptor) + notes(providers.translators, \.descriptor)
            + (providers.synthesizers.map { notes($0, \.descriptor) } ?? [])
    }

    private func notes<Provider>(
        _ chain: ProviderChain<Provider>, _ descriptor: (Provider) -> ProviderDescriptor
    ) -> [String] {
        zip(chain.links, chain.links.dropFirst()).compactMap { link, next in
            guard let error = link.failures.first else { return nil }
            let count = link.failures.count
            let fallback = descriptor(next.provider).name
            let follows =
                link.failures.isPassedOn
                ? "so \(fallback) was called instead"
                : "and \(fallback) was not called, because speech of \(error.provider) was already heard"
            let failed = "\(error.provider) (\(error.stage.rawValue)) failed \(count == 1 ? "once" : "\(count) times")"
            return "\(failed), \(follows): \(error.message)" + (error.cure.map { "; \($0)" } ?? "")
        }
    }

    /// Requested features that are not available, and missing parts, one sentence each.
    package var all: [String] {
        languageNotices + formalityNotices + glossaryNotices + batchNotices + fitNotices + modelNotices
            + assembly.notices.all()
            + scriptNotices
            + [
                assembly.partials.notice(
                    opened.partials, providers.recognizers.first, twoWay: conversation.settings.sides.isTwoWay)
            ].compactMap(\.self)
    }

    private var languageNotices: [String] {
        let settings = conversation.settings
        return assembly.languages.notes(
            settings.pair, bothWays: settings.hasBothSides || settings.sides.speaker == .other, providers)
    }

    /// What of a caption file could not be used, by its lines: the first of them, and how many more there are.
    private var scriptNotices: [String] {
        guard let script = opened.script else { return [] }
        let name = (conversation.captionFile?.name ?? conversation.source.name).printableOnOneLine
        let told = script.losses.prefix(Self.toldLosses).map { "\(name): \($0)" }
        let more = script.lossCount - told.count
        return script.notes.map { "\(name): \($0)" } + told
            + (more > 0 ? ["\(name): and \(more) more of this kind"] : [])
            + [lateCaptions(script, name)].compactMap(\.self)
    }

    /// A sentence on captions that begin after the end of their recording; nil if there are none.
    private func lateCaptions(_ script: CaptionScript, _ name: String) -> String? {
        guard let seconds = opened.recordingSeconds else { return nil }
        let late = script.cues.count { Double($0.start) >= seconds * 1_000 }
        guard late > 0 else { return nil }
        return "\(name): \(late) of \(script.cues.count) captions \(late == 1 ? "begins" : "begin") after the end of "
            + "\(conversation.source.name.printableOnOneLine) (\(clockTime(seconds))), so see whether they belong to it"
    }
    private static let toldLosses = 10

    private var modelNotices: [String] {
        conversation.kind.isGiven ? [] : assembly.speech.notice(opened.model).map { [$0] } ?? []
    }

    private var batchNotices: [String] {
        guard conversation.settings.context.batchLines == nil,
            let lines = try? assembly.settings.batchLines(), lines > 1
        else { return [] }
        let translator = providers.translators.first
        if translator.batcher == nil {
            return ["\(translator.descriptor.name) translates one utterance at a time, so --batch changes nothing"]
        }
        guard conversation.isWritten else { return [] }
        return ["what comes from a pipe is translated as it comes, so --batch changes nothing: name a file"]
    }

    private var fitNotices: [String] {
        guard let fit = try? VoiceFit(assembly.settings), fit == .shorten, conversation.settings.isSpoken,
            conversation.settings.isTranslated, !conversation.isWritten, !fit.isPossible(with: providers)
        else { return [] }
        let name = providers.translators.first.descriptor.name
        return ["\(name) cannot be asked for a shorter translation, so --fit shorten changes nothing"]
    }

    /// The target languages.
    private var targets: [LanguageCode] {
        let (settings, pair) = (conversation.settings, conversation.settings.namedPair)
        return settings.hasBothSides ? [pair.to, pair.from] : [pair.to]
    }

    private var glossaryNotices: [String] {
        guard !(conversation.settings.wording.glossary?.isEmpty ?? true) else { return [] }
        return unsupported(targets, \.termLanguages, "the glossary's terms")
    }

    /// Names the translators that cannot be given an instruction for all of some languages.
    private func unsupported(
        _ languages: [LanguageCode], _ supported: KeyPath<TranslatorCapabilities, Set<LanguageCode>>, _ what: String
    ) -> [String] {
        providers.translators.providers.compactMap { translator in
            let unsupported = languages.filter { !translator.capabilities[keyPath: supported].contains($0) }
            guard !unsupported.isEmpty else { return nil }
            let named = unsupported == languages ? "" : " for " + unsupported.map(\.englishName).joined(separator: ", ")
            return "\(translator.descriptor.name) does not support \(what)\(named)"
        }
    }

    private var formalityNotices: [String] {
        guard let formality = conversation.settings.wording.formality else { return [] }
        let distinguishing = targets.filter { formality.address(in: $0) != nil }
        guard !distinguishing.isEmpty else {
            return ["English has only one form of address, so --formality changes nothing"]
        }
        return unsupported(distinguishing, \.addressedLanguages, "forms of address")
    }
}
