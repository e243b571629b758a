import Foundation
import Plumbing
import Testing

struct FileSampleTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "verbio-sample-\(UUID().uuidString)")

    private func sample(_ bytes: [UInt8]) throws -> String? {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "model.bin")
        try Data(bytes).write(to: file)
        return FileSample.of(file.path)
    }

    @Test(
        "Given a file, when it is cut short or a block of it is overwritten, then its sample changes",
        arguments: [1, 4_096, 4_097, 300_000, 5_000_000])
    func damage(size: Int) throws {
        let whole = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        let sample = try #require(try sample(whole))
        #expect(try self.sample(whole) == sample)
        #expect(try self.sample(Array(whole.dropLast())) != sample)
        // The blocks of a large file are 79 KB apart, so a damage of 100 KB meets one wherever it is.
        for start in stride(from: 0, to: size, by: 250_000) {
            var other = whole
            for place in start..<min(size, start + 100_000) { other[place] ^= 0xff }
            #expect(try self.sample(other) != sample)
        }
    }

    @Test("Given no file, when a sample is taken, then there is none")
    func missing() { #expect(FileSample.of("/nonexistent/model.bin") == nil) }
}
