/// What it costs to start: CPU time of `verbio --version` and `--help` against `ffmpeg -version`, medians of runs in turn.
enum StartUp {
    static func measure() async throws -> [Figure] {
        guard let ffmpeg = ChildRun.find("ffmpeg") else {
            print("start: ffmpeg is not installed, so there is nothing to compare with")
            return []
        }
        var figures: [Figure] = []
        for option in ["--version", "--help"] {
            var ours: [Double] = []
            var peer: [Double] = []
            for _ in 0..<21 {
                ours.append(try ChildRun.of(ChildRun.verbio, [option]).cpuSeconds)
                peer.append(try ChildRun.of(ffmpeg, ["-version"]).cpuSeconds)
            }
            let (mine, theirs) = (ours.percentile(0.5), peer.percentile(0.5))
            figures.append(
                Figure(
                    name: "start, verbio \(option)", value: mine / theirs, unit: "× ffmpeg -version", target: 0.25,
                    note: "\(mine * 1_000) ms against \(theirs * 1_000) ms CPU"))
        }
        return figures
    }
}
