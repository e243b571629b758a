internal import Audio
internal import CurlHTTP
internal import HTTPTypes
internal import Plumbing
internal import Providers

// Faults that otherwise only the first call would report, or no call at all.

extension ProviderCatalog {
    /// Refuses URLs that no request can go to. A part that the environment fills in counts as right until it is filled in.
    static func refuseURLs(of name: String, _ provider: ProviderDeclaration, at path: String) throws(Problem) {
        var urls = [("\(name).url", provider.url)] + (provider.addresses ?? []).map { ("\(name).addresses", $0) }
        for stage in Stage.allCases {
            if let url = provider.stage(stage)?.url { urls.append(("\(name).\(stage.shortName).url", url)) }
        }
        for (place, url) in urls {
            let url = url.replacing(/\$\{\w+:-([^}]*)\}/) { $0.1 }
                .replacing(/(?!^)\$\{\w+\}/, with: "1")
            guard !url.hasPrefix("${"), let fault = WebAddress.fault(of: url) else { continue }
            throw Problem(.usage, "providers.value", "\(place) \(fault.what)", at: path, cure: fault.cure)
        }
    }

    /// The most addresses with keys that a provider may have.
    private static let mostPlaces = 64

    /// Refuses addresses and keys that are named twice, further keys without a first one, and too many of them.
    static func refuseRepeats(of name: String, _ provider: ProviderDeclaration, at path: String) throws(Problem) {
        func refuse(_ what: String, cure: String) -> Problem {
            Problem(.usage, "providers.value", "\(name).\(what)", at: path, cure: cure)
        }
        if !(provider.keys ?? []).isEmpty, provider.key == nil {
            throw refuse("keys has further keys, and there is no first one", cure: "move one of them to 'key:'")
        }
        for (setting, values) in [("addresses", provider.allURLs), ("keys", provider.allKeys)]
        where Set(values).count < values.count {
            throw refuse("\(setting) has a value twice", cure: "name each address and each key once")
        }
        guard provider.allURLs.count * max(1, provider.allKeys.count) <= mostPlaces else {
            throw refuse(
                "addresses and keys are more than \(mostPlaces) together", cure: "spread them over several entries")
        }
    }

    /// Refuses header fields that could not be sent, or in whose place something else would be sent.
    static func refuseHeaders(of name: String, _ provider: ProviderDeclaration, at path: String) throws(Problem) {
        for (field, value) in (provider.headers ?? [:]).sorted(by: { $0.key < $1.key }) {
            func refuse(_ what: String, cure: String) -> Problem {
                Problem(.usage, "providers.value", "\(name).headers.\(field) \(what)", at: path, cure: cure)
            }
            guard let known = HTTPField.Name(field) else {
                throw refuse("is no name of a header", cure: "its name has letters, digits and hyphens only")
            }
            if ClientRequest.ownFields.contains(known) {
                throw refuse("is sent by Verbio itself", cure: "leave it out")
            }
            if !HTTPField.isValidValue(value.trimmingBlanks) {
                throw refuse(
                    "has a line end or another control character in its value", cure: "write it on one line")
            }
            let stages = Stage.allCases.compactMap { provider.stage($0) }
            if provider.key != nil, stages.contains(where: { $0.access.credential.field == known.canonicalName }) {
                throw refuse(
                    "is where its key goes", cure: "leave the header out, or 'key:' if the header contains the key")
            }
            if [.authorization, .proxyAuthorization].contains(known), !value.contains("${") {
                throw refuse(
                    "has a secret written out", cure: "put an environment variable there, as in 'Basic ${CREDENTIALS}'")
            }
        }
    }

    /// Refuses limits that are too small for any speech.
    static func refuseShortLimits(
        of name: String, _ recognition: RecognitionDeclaration, at path: String
    ) throws(Problem) {
        func refuse(_ setting: String, _ told: String) -> Problem {
            Problem(
                .usage, "providers.value", "\(name).stt.\(setting) holds less than a second of audio", at: path,
                cure: "\(told)leave it out where there is no limit")
        }
        if let seconds = recognition.maximumSeconds, seconds < 1 { throw refuse("maximum-seconds", "") }
        var unlimited = recognition
        unlimited.maximumSeconds = nil
        guard let seconds = unlimited.longestUpload, seconds < 1 else { return }
        let rate = AudioUpload.sampleRate
        let smallest = recognition.encodings.map { ($0.maximumBytes(samples: rate * 6 / 5, sampleRate: rate), $0) }
            .min { $0.0 < $1.0 }
        let told = smallest.map { "as \($0.1.rawValue) that has up to \($0.0) bytes; " } ?? ""
        throw refuse("maximum-bytes", told)
    }
}
