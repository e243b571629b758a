internal import COpus
internal import Plumbing

/// libopus for one or for several streams.
final class OpusCore {
    private let single: OpaquePointer?
    private let multiple: OpaquePointer?

    /// - Parameter rate: Hz, one of the rates of Opus.
    init(_ head: OpusHead, rate: Int) throws(Problem) {
        var error: Int32 = 0
        let rate = Int32(rate)
        if head.usesMultistream {
            single = nil
            multiple = opus_multistream_decoder_create(
                rate, Int32(head.channels), Int32(head.streams), Int32(head.coupled), head.mapping, &error)
            if let multiple { _ = verbio_opus_multistream_set_gain(multiple, head.gain) }
        } else {
            // The multistream decoder would also work, but it asks the processor for its features four times per packet. That
            // is slow in a virtual machine.
            single = opus_decoder_create(rate, Int32(head.channels), &error)
            multiple = nil
            if let single { _ = verbio_opus_set_gain(single, head.gain) }
        }
        guard single != nil || multiple != nil else {
            throw Problem(
                .input, "audio.malformed", "the Opus stream cannot be decoded (libopus error \(error))",
                cure: "encode the recording again")
        }
    }

    deinit {
        if let single { opus_decoder_destroy(single) }
        if let multiple { opus_multistream_decoder_destroy(multiple) }
    }

    /// The duration of a packet in samples at 16 kHz; 0 if it is not a packet.
    func samples(in packet: [UInt8]) -> Int {
        guard let length = Int32(exactly: packet.count), length > 0 else { return 0 }
        return max(0, Int(opus_packet_get_nb_samples(packet, length, Int32(speechSampleRate))))
    }

    /// Decodes a packet, or conceals one that was lost; returns the number of frames, or an error below 0.
    func decode(_ packet: [UInt8]?, into buffer: inout [Float], frames: Int) -> Int {
        let length = packet.flatMap { Int32(exactly: $0.count) } ?? 0
        if let single { return Int(opus_decode_float(single, packet, length, &buffer, Int32(frames), 0)) }
        guard let multiple else { return -1 }
        return Int(opus_multistream_decode_float(multiple, packet, length, &buffer, Int32(frames), 0))
    }
}
