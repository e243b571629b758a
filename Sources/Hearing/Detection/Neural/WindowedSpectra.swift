internal import Foundation

/// The magnitudes of the spectra of four windows at once, each in its own lane: 256 samples under a Hann window, bins 0 to 128.
///
/// The network's file has the transform as a matrix of 258 × 256. It is a Fourier transform, and computing it as one takes a
/// third of the time. A real sequence of 256 is computed as a complex one of 128 (radix 2, decimation in time) and separated
/// afterwards.
struct WindowedSpectra: Sendable {
    static let size = 256
    static let bins = 129

    private static let half = 128
    /// Cosine and sine of −2π·k/256.
    private let turns: [SIMD2<Float>]
    private let window: [Float]
    /// The position of each pair of samples in the order of the transform: the seven bits of its index reversed.
    private let places: [Int]
    /// Real and imaginary parts, alternating.
    private var work = [SIMD4<Float>](repeating: SIMD4(), count: 2 * half)

    init() {
        turns = (0..<WindowedSpectra.half).map { index in
            let angle = -2 * Double.pi * Double(index) / Double(WindowedSpectra.size)
            return SIMD2(Float(cos(angle)), Float(sin(angle)))
        }
        window = (0..<WindowedSpectra.size).map {
            Float(0.5 - 0.5 * cos(2 * Double.pi * Double($0) / Double(WindowedSpectra.size)))
        }
        places = (0..<WindowedSpectra.half).map { index in
            (0..<7).reduce(0) { $0 | (index >> $1 & 1) << (6 - $1) }
        }
    }

    /// The matrix that the transform replaces, row by row: cosines of all bins, then negative sines.
    static func matrix() -> [Float] {
        var matrix: [Float] = []
        for part in 0..<2 {
            for bin in 0..<bins {
                for index in 0..<size {
                    let angle = 2 * Double.pi * Double(bin * index % size) / Double(size)
                    let window = 0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(size))
                    matrix.append(Float(window * (part == 0 ? cos(angle) : -sin(angle))))
                }
            }
        }
        return matrix
    }

    /// Computes each bin's magnitudes in the four windows, lowest bin first.
    ///
    /// - Parameter samples: the samples at one position of the four windows, for positions 0 to 255.
    @inline(__always)
    mutating func magnitudes(of samples: (Int) -> SIMD4<Float>, _ take: (Int, SIMD4<Float>) -> Void) {
        let (turns, window, places) = (turns, window, places)
        work.withUnsafeMutableBufferPointer { work in
            for index in 0..<WindowedSpectra.half {
                let place = 2 * places[index]
                work[place] = samples(2 * index) * window[2 * index]
                work[place + 1] = samples(2 * index + 1) * window[2 * index + 1]
            }
            WindowedSpectra.transform(work, turns)
            take(0, WindowedSpectra.magnitude(work[0] + work[1], SIMD4()))
            for bin in 1..<WindowedSpectra.half {
                // The spectra of the even and of the odd samples, from the sums and differences of mirrored bins.
                let mirror = WindowedSpectra.half - bin
                let (real, imaginary) = (work[2 * bin], work[2 * bin + 1])
                let (mirrorReal, mirrorImaginary) = (work[2 * mirror], work[2 * mirror + 1])
                let evenReal = (real + mirrorReal) * 0.5
                let evenImaginary = (imaginary - mirrorImaginary) * 0.5
                let oddReal = (imaginary + mirrorImaginary) * 0.5
                let oddImaginary = (mirrorReal - real) * 0.5
                let turn = turns[bin]
                take(
                    bin,
                    WindowedSpectra.magnitude(
                        evenReal + (oddReal * turn.x - oddImaginary * turn.y),
                        evenImaginary + (oddReal * turn.y + oddImaginary * turn.x)))
            }
            take(WindowedSpectra.half, WindowedSpectra.magnitude(work[0] - work[1], SIMD4()))
        }
    }

    @inline(__always)
    private static func magnitude(_ real: SIMD4<Float>, _ imaginary: SIMD4<Float>) -> SIMD4<Float> {
        (real * real + imaginary * imaginary).squareRoot()
    }

    /// The complex transform of length 128, in place.
    @inline(__always)
    private static func transform(_ work: UnsafeMutableBufferPointer<SIMD4<Float>>, _ turns: [SIMD2<Float>]) {
        turns.withUnsafeBufferPointer { turns in
            var span = 1
            while span < WindowedSpectra.half {
                let step = WindowedSpectra.half / span
                for offset in 0..<span {
                    let turn = turns[offset * step]
                    var low = offset
                    while low < WindowedSpectra.half {
                        let high = low + span
                        let (real, imaginary) = (work[2 * high], work[2 * high + 1])
                        let turnedReal = real * turn.x - imaginary * turn.y
                        let turnedImaginary = real * turn.y + imaginary * turn.x
                        let (lowReal, lowImaginary) = (work[2 * low], work[2 * low + 1])
                        work[2 * low] = lowReal + turnedReal
                        work[2 * low + 1] = lowImaginary + turnedImaginary
                        work[2 * high] = lowReal - turnedReal
                        work[2 * high + 1] = lowImaginary - turnedImaginary
                        low += 2 * span
                    }
                }
                span *= 2
            }
        }
    }
}
