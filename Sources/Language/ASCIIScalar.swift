extension Unicode.Scalar {
    /// Whether it is a letter of ASCII; nil if it is not ASCII.
    ///
    /// In that case the caller asks the character database. That takes twenty times as long and is most of the work of reading
    /// short texts.
    package var isASCIILetter: Bool? {
        isASCII ? (0x61...0x7A).contains(value | 0x20) : nil
    }

    /// Whether it is white space, decided without the character database if it is ASCII.
    package var isBlank: Bool {
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
}
