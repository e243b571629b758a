package import Foundation

/// A worker in place of the Python that tells voices apart: the pitch of a tone is the person. It speaks the worker's protocol.
package enum StandInVoices {
    /// The tones of different people, in Hz.
    package static let pitches = [250.0, 400, 640, 1_000]

    /// Puts the worker and a file in place of the model into Verbio's data folder.
    package static func install(in data: URL) throws {
        let (python, model) = (data.appending(path: "engines/ct2/bin"), data.appending(path: "models/campplus"))
        for folder in [python, model] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try Data("stand-in".utf8).write(to: model.appending(path: "campplus_cn_en_common.pt"))
        let program = python.appending(path: "python3")
        try Data(source.utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path())
    }

    /// Speech of one person: a tone whose level changes as that of syllables does.
    ///
    /// - Returns: samples of 16 kHz, full scale ± 1.
    package static func said(by person: Int, seconds: Double) -> [Float] {
        said(at: pitches[person], seconds: seconds)
    }

    /// The same for a person of another pitch. Pitches have to be half an octave apart.
    package static func said(at hertz: Double, seconds: Double) -> [Float] {
        (0..<Int(seconds * 16_000)).map { index in
            let time = Double(index) / 16_000
            return Float(0.12 * (0.6 + 0.4 * sin(2 * .pi * 4 * time)) * sin(2 * .pi * hertz * time))
        }
    }

    private static let source = """
        #!/usr/bin/python3
        import array, base64, json, math, os, sys
        arguments = sys.argv
        sys.stdin.buffer.read(int(arguments[arguments.index("-c") + 2]))
        say = lambda value: (sys.stdout.write(json.dumps(value) + "\\n"), sys.stdout.flush())
        say({"ready": True, "device": "cpu", "compute": "float32"})
        while line := sys.stdin.buffer.readline():
            request = json.loads(line)
            samples = array.array("f", sys.stdin.buffer.read(request["bytes"]))
            vectors = array.array("f")
            for start, end in request["windows"]:
                sound = [sample > 0 for sample in samples[start:end] if abs(sample) > 1e-4]
                changes = sum(one != other for one, other in zip(sound, sound[1:]))
                hertz = max(1, changes * 8000 / max(1, len(sound)))
                vector = [0.0] * 192
                vector[round(math.log2(hertz) * 1.5) % 192] = 1.0
                vectors.extend(vector)
            if os.path.exists(os.path.dirname(arguments[arguments.index("--voices") + 1]) + "/dies"): os._exit(9)
            say({"id": request["id"], "ok": True, "vectors": base64.b64encode(vectors.tobytes()).decode()})

        """
}
