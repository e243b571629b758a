extension Unicode.Scalar {
    /// Whether it is a letter of ASCII; nil for what is not ASCII, where the character database has to be asked, which takes
    /// twenty times as long and is most of the work of a reader of short texts.
    package var isASCIILetter: Bool? {
        isASCII ? (0x61...0x7A).contains(value | 0x20) : nil
    }

    /// Whether it is white space, told fast for ASCII.
    package var isBlank: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
}
