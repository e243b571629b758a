/// The three kinds of engine an utterance passes through.
package enum Stage: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable, Hashable {
    case recognition, translation, synthesis

    /// The short name used on the command line: `stt`, `mt`, `tts`.
    package var shortName: String {
        switch self {
        case .recognition: "stt"
        case .translation: "mt"
        case .synthesis: "tts"
        }
    }
}

/// The provider of a stage and its settings. Two providers with equal descriptors are expected to give equal answers. So the
/// descriptor is part of the key under which finished work is reused.
package struct ProviderDescriptor: Sendable, Hashable, Codable {
    /// `pocketsphinx`, `apertium`, `sim:instant`, …
    package var name: String
    /// The model or engine version: `en-us`, `1.51`, …
    package var model: String
    /// All settings that change the answers.
    package var parameters: [String: String]

    package init(name: String, model: String, parameters: [String: String] = [:]) {
        self.name = name
        self.model = model
        self.parameters = parameters
    }

    /// ``model`` as documents and answers of a server show it: without the folders of a model that was named by its path.
    package var shownModel: String { Self.shown(model) }

    /// - Parameter model: a model, or several with `+` between them.
    package static func shown(_ model: String) -> String {
        model.split(separator: "+").map { part in
            part.hasPrefix("/") ? String(part.split(separator: "/").last ?? part) : String(part)
        }.joined(separator: "+")
    }
}

/// The purpose of one call. Adapters do not send it to their providers: it is for logs, tests and the ledger of attempts.
package struct CallContext: Sendable, Hashable {
    package var conversation: String
    /// The utterance's sequence number, from 1.
    package var utterance: Int

    package init(conversation: String, utterance: Int) {
        self.conversation = conversation
        self.utterance = utterance
    }
}

/// The consumption of a call, in the units that providers charge by.
package struct Usage: Sendable, Hashable, Codable {
    package var audioSeconds: Double?
    package var characters: Int?
    package var inputTokens: Int?
    /// The number of input tokens that came from the provider's cache, at its lower price.
    package var cachedInputTokens: Int?
    package var outputTokens: Int?

    package init(
        audioSeconds: Double? = nil, characters: Int? = nil, inputTokens: Int? = nil, cachedInputTokens: Int? = nil,
        outputTokens: Int? = nil
    ) {
        self.audioSeconds = audioSeconds
        self.characters = characters
        self.inputTokens = inputTokens
        self.cachedInputTokens = cachedInputTokens
        self.outputTokens = outputTokens
    }

    /// Whether nothing is known of the usage.
    package var isUntold: Bool { self == Usage() }
}

/// Takes what a provider gives before its answer is complete. It may suspend, which is backpressure: a provider that streams is
/// slowed down to the pace of the listener.
package typealias PartialSink<Partial> = @Sendable (Partial) async throws -> Void

extension Usage {
    /// The sum of the usage of two calls. If neither call reported a count, it stays unknown.
    package func adding(_ other: Usage) -> Usage {
        func sum<Number: Numeric>(_ one: Number?, _ other: Number?) -> Number? {
            one == nil && other == nil ? nil : (one ?? 0) + (other ?? 0)
        }
        func count(_ one: Int?, _ other: Int?) -> Int? {
            guard one != nil || other != nil else { return nil }
            let (total, isTooLarge) = (one ?? 0).addingReportingOverflow(other ?? 0)
            return isTooLarge ? .max : total
        }
        return Usage(
            audioSeconds: sum(audioSeconds, other.audioSeconds), characters: count(characters, other.characters),
            inputTokens: count(inputTokens, other.inputTokens),
            cachedInputTokens: count(cachedInputTokens, other.cachedInputTokens),
            outputTokens: count(outputTokens, other.outputTokens))
    }
}
