import VerbioTesting

extension SplitMix64 {
    /// A number from 0 to below a bound; 0 if the bound is 0.
    mutating func next(upTo bound: Int) -> Int { bound > 0 ? Int(next(upperBound: UInt(bound))) : 0 }
}
