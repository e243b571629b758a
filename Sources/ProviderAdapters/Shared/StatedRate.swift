internal import CurlHTTP
internal import HTTPTypes

extension ClientResponse {
    /// Whether the head says that the body is samples without a header (`audio/pcm`, `audio/L16`, `audio/pcm_s16le`).
    var isOfBareSamples: Bool {
        ["audio/pcm", "audio/l16", "audio/x-pcm", "audio/raw"].contains { contentType?.hasPrefix($0) ?? false }
    }

    /// The sample rate in Hz that the head states for bare samples; nil if it states none.
    ///
    /// Vendors answer at the rate that was agreed on. A server of the user's own speaks at the rate of its voice and says so:
    /// in a field such as `X-Sample-Rate`, or as a parameter of the media type (`audio/pcm;rate=22050`, RFC 2586).
    var statedSampleRate: Int? {
        stated(
            ["x-sample-rate", "x-audio-sample-rate", "x-samplerate", "x-sampling-rate", "sample-rate"],
            ["rate", "sample_rate", "sample-rate", "samplerate"]
        ).first { (4_000...192_000).contains($0) }
    }

    /// How many channels the head states for bare samples; 1 if it states none.
    var statedChannels: Int {
        stated(["x-channels", "x-audio-channels", "channels"], ["channels"]).first { (1...8).contains($0) } ?? 1
    }

    /// The whole numbers at the beginning of the values of fields, and of parameters of the media type.
    private func stated(_ fields: [String], _ names: Set<String>) -> [Int] {
        let values = fields.compactMap { name in HTTPField.Name(name).flatMap { headers[$0] } }
        let parameters = (headers[.contentType] ?? "").split(separator: ";").dropFirst().compactMap { part -> String? in
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.filter { !" \"".contains($0) } }
            return pair.count == 2 && names.contains(pair[0].lowercased()) ? pair[1] : nil
        }
        return (values + parameters).compactMap { Int($0.drop { $0 == " " }.prefix(while: \.isNumber)) }
    }
}
