import Audio
import Foundation

/// webrtcvad and Silero's own network, in a Python child, if their packages are installed.
///
/// `VERBIO_PEER_PYTHON` names an interpreter that has them, `python3` otherwise.
enum PeerDetectors {
    struct Answer: Decodable {
        var frames: [String: [Bool]]
        var cpuSeconds: [String: Double]
        var probabilities: [Float]
    }

    private static let python = ProcessInfo.processInfo.environment["VERBIO_PEER_PYTHON"] ?? "python3"

    /// What the peers say about each frame of 10 ms.
    static func judge(_ samples: [Float]) throws -> Answer? {
        let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-peers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let audio = folder.appending(path: "audio.raw")
        let answer = folder.appending(path: "answer.json")
        let values = samples.map { Int16(max(-32_768, min(32_767, ($0 * 32_768).rounded()))) }
        try Data(PCM16.littleEndianBytes(values)).write(to: audio)
        let child = Process()
        child.executableURL = URL(filePath: "/usr/bin/env")
        child.arguments = [python, "-c", program, audio.path, answer.path]
        child.standardError = FileHandle.nullDevice
        try child.run()
        child.waitUntilExit()
        guard child.terminationStatus == 0 else { return nil }
        return try JSONDecoder().decode(Answer.self, from: Data(contentsOf: answer))
    }

    /// Silero with hysteresis as its authors use it: speech begins at 0.5 and ends below 0.35.
    private static let program = #"""
        import importlib.util, json, os, sys, time
        audio = open(sys.argv[1], 'rb').read()
        frames = len(audio) // 320
        answer = {'frames': {}, 'cpuSeconds': {}, 'probabilities': []}
        if importlib.util.find_spec('webrtcvad'):
            import webrtcvad
            for length in (1, 3):
                vad, spoken = webrtcvad.Vad(3), []
                begun = time.process_time()
                for start in range(0, len(audio) - 320 * length + 1, 320 * length):
                    spoken += [vad.is_speech(audio[start:start + 320 * length], 16000)] * length
                name = 'webrtcvad %d ms' % (10 * length)
                answer['cpuSeconds'][name] = time.process_time() - begun
                answer['frames'][name] = spoken
        silero = importlib.util.find_spec('silero_vad')
        if silero and importlib.util.find_spec('onnxruntime'):
            import numpy, onnxruntime
            options = onnxruntime.SessionOptions()
            options.intra_op_num_threads = options.inter_op_num_threads = 1
            path = os.path.join(list(silero.submodule_search_locations)[0], 'data', 'silero_vad_16k_op15.onnx')
            network = onnxruntime.InferenceSession(path, options, providers=['CPUExecutionProvider'])
            samples = numpy.frombuffer(audio, '<i2').astype('float32') / 32768
            state, before, rate = numpy.zeros((2, 1, 128), 'float32'), numpy.zeros(64, 'float32'), numpy.array(16000)
            begun = time.process_time()
            for start in range(0, len(samples) - 511, 512):
                block = numpy.concatenate([before, samples[start:start + 512]])[None]
                output, state = network.run(None, {'input': block, 'state': state, 'sr': rate})
                before = block[0, -64:]
                answer['probabilities'].append(float(output[0, 0]))
            answer['cpuSeconds']['silero'] = time.process_time() - begun
            spoken, steps = False, []
            for probability in answer['probabilities']:
                spoken = probability >= (0.35 if spoken else 0.5)
                steps.append(spoken)
            last = len(steps) - 1
            answer['frames']['silero'] = [steps[min(last, (160 * i + 80) // 512)] for i in range(frames)] if steps else []
        for name, spoken in answer['frames'].items():
            answer['frames'][name] = spoken + [False] * (frames - len(spoken))
        json.dump(answer, open(sys.argv[2], 'w'))
        """#
}
