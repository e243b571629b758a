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
    /// in `X-Sample-Rate`, or as a parameter of the media type (`audio/pcm;rate=22050`, RFC 2586).
    var statedSampleRate: Int? {
        let field = HTTPField.Name("X-Sample-Rate").flatMap { headers[$0] }
        let parameters = (headers[.contentType] ?? "").split(separator: ";").dropFirst().compactMap { part -> String? in
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.filter { !" \"".contains($0) } }
            guard pair.count == 2, ["rate", "sample_rate", "samplerate"].contains(pair[0].lowercased()) else {
                return nil
            }
            return pair[1]
        }
        let rates = ([field].compactMap(\.self) + parameters).compactMap { Int($0.filter { $0 != " " }) }
        return rates.first { (4_000...192_000).contains($0) }
    }
}
