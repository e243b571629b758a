import Audio
import Hearing

/// Pushes samples in chunks of one size and returns everything that came out.
func heard(
    _ samples: [Float], _ configuration: SegmentationConfiguration = .file, chunk: Int = 4_096
) -> [HeardUtterance] {
    heard(samples, configuration, chunks: sequence(first: chunk) { $0 })
}

func heard(
    _ samples: [Float], _ configuration: SegmentationConfiguration, model: SpeechModel? = nil,
    chunks: some Sequence<Int>
) -> [HeardUtterance] {
    var segmenter = UtteranceSegmenter(configuration: configuration, model: model)
    var utterances: [HeardUtterance] = []
    var position = 0
    for chunk in chunks {
        guard position < samples.count else { break }
        let end = min(position + chunk, samples.count)
        samples.withUnsafeBufferPointer {
            utterances += segmenter.push(UnsafeBufferPointer(rebasing: $0[position..<end]))
        }
        position = end
    }
    return utterances + segmenter.finish()
}
