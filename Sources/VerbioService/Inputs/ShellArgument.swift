extension String {
    /// The text quoted as an argument of a shell command.
    package var asArgument: String {
        let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "/._-+:@%,=".contains($0) }
        return isPlain ? self : "\"" + replacing(/[\\"$`]/) { "\\" + $0.output } + "\""
    }
}
