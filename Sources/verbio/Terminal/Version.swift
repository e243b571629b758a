/// The version, as `verbio --version` prints it.
let verbioVersion = "0.1.0"
