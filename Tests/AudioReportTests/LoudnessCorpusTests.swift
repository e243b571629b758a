import AudioReport
import Testing

/// Test signals of broadcasting, as files.
@Suite(.enabled(if: Corpus.isPresent, "needs the test corpus beside the package"))
struct LoudnessCorpusTests {
    private func reading(_ name: String) throws -> LoudnessMeter.Reading {
        let file = try DecodedFile(Corpus.folder + "/loudness/" + name)
        var meter = LoudnessMeter(sampleRate: file.rate, channels: file.channels)
        meter.push(file.samples)
        return meter.reading
    }

    @Test(
        "Given the test signals of EBU and ITU, when loudness is measured, then it is within 0.1 LU",
        arguments: [("1770-2_Comp_RelGateTest", -10.0), ("ebu3341-01", -23), ("ebu3341-02", -33)])
    func integrated(name: String, expected: Double) throws {
        let loudness = try #require(try reading(name + ".flac").integratedLUFS)
        #expect(abs(loudness - expected) <= 0.1)
    }

    @Test("Given four channels, when loudness is measured, then two are in front and two behind")
    func quadraphonic() throws {
        let file = try DecodedFile(Corpus.folder + "/format/flac-test-files/subset/39 - 4 channels (4.0).flac")
        var meter = LoudnessMeter(sampleRate: file.rate, channels: file.channels)
        meter.push(file.samples)
        // What libebur128 says of it.
        #expect(abs(try #require(meter.reading.integratedLUFS) + 25.1) <= 0.1)
        #expect(abs(try #require(meter.reading.rangeLU) - 3.13) <= 0.2)
    }

    @Test(
        "Given the test signals of EBU, when true peaks are measured, then they are within the tolerance",
        arguments: ["ebu3341-15-truepeak", "ebu3341-16-truepeak"])
    func truePeaks(name: String) throws {
        let peak = try reading(name + ".flac").truePeakDBTP
        #expect(peak <= -6 + 0.2 && peak >= -6 - 0.4)
    }

    @Test("Given the test signal of EBU, when the loudness range is measured, then it is within 1 LU")
    func range() throws {
        let range = try #require(try reading("ebu3342-01.flac").rangeLU)
        #expect(abs(range - 10) <= 1)
    }
}
