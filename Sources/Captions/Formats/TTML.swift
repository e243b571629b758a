internal import Language

/// TTML of the W3C, and its predecessor DFXP: written in the text profile of IMSC 1.1.
package struct TTML: CaptionFormat {
    package let name = "ttml"
    package let mediaType = "application/ttml+xml"
    package let endings = ["ttml", "dfxp", "itt", "xml"]

    package init() {}

    package func header(_ heading: CaptionHeading) -> String {
        if let native = heading.native(name) {
            return (heading.languages.last.map { Self.inLanguage($0, native) } ?? native) + "\n<body>\n<div>\n"
        }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" \
            xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" \
            ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc1.1/text" ttp:timeBase="media" \
            xml:lang="\(Markup.escaped(heading.languages.last ?? ""))">
            <head>
            <metadata><ttm:title>\(Markup.escaped(heading.title))</ttm:title></metadata>
            <styling>
            <style xml:id="text" tts:fontFamily="proportionalSansSerif" tts:fontSize="100%" tts:lineHeight="125%" \
            tts:textAlign="center" tts:color="#FFFFFF" tts:backgroundColor="#000000C0"/>
            </styling>
            <layout>
            \(Self.region("below", "after"))
            \(Self.region("middle", "center"))
            \(Self.region("above", "before"))
            </layout>
            </head>
            <body style="text">
            <div>

            """
    }

    /// The beginning of a file, with the language of its root element replaced.
    private static func inLanguage(_ language: String, _ head: String) -> String {
        guard let attribute = head.firstRange(of: "xml:lang=\""),
            let end = head[attribute.upperBound...].firstIndex(of: "\"")
        else { return head }
        return head[..<attribute.upperBound] + Markup.escaped(language) + head[end...]
    }

    private static func region(_ name: String, _ alignment: String) -> String {
        #"<region xml:id="\#(name)" tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="\#(alignment)"/>"#
    }

    package let footer = "</div>\n</body>\n</tt>\n"

    package func text(of cue: CaptionCue, number: Int) -> String {
        var attributes = ["begin": Self.clock(cue.start), "end": Self.clock(cue.end)]
        if cue.nativeFormat == name {
            for key in ["region", "style"] { attributes[key] = cue.native[key] }
        } else {
            attributes["region"] = ["below", "middle", "above"][max(0, min(2, ((cue.alignment ?? 2) - 1) / 3))]
        }
        // A role of one's own begins with `x-`.
        if cue.isDoubtful { attributes["ttm:role"] = "x-doubtful" }
        let severalLanguages = Set(cue.languages).count > 1
        let lines = zip(cue.rendered(Self.tagged).indices, cue.rendered(Self.tagged)).map { index, line in
            severalLanguages && index < cue.languages.count
                ? #"<span xml:lang="\#(cue.languages[index].rawValue)">\#(line)</span>"# : line
        }
        let written = attributes.sorted { $0.key < $1.key }.map { #" \#($0.key)="\#(Self.quoted($0.value))""# }.joined()
        return "<p\(written)>\(lines.joined(separator: "<br/>"))</p>\n"
    }

    private static func clock(_ milliseconds: Int) -> String { CueTime.clock(milliseconds, separator: ".") }

    private static func quoted(_ text: String) -> String { Markup.escaped(text).replacing("\"", with: "&quot;") }

    private static func tagged(_ text: String, _ style: TextStyle) -> String {
        var attributes = ""
        if style.isItalic { attributes += #" tts:fontStyle="italic""# }
        if style.isBold { attributes += #" tts:fontWeight="bold""# }
        if style.isUnderlined { attributes += #" tts:textDecoration="underline""# }
        if let color = style.color { attributes += #" tts:color="\#(color)""# }
        let text = Markup.escaped(printable(text))
        return attributes.isEmpty ? text : "<span\(attributes)>\(text)</span>"
    }

    /// Without the characters that XML forbids.
    private static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\t" }))
    }

    package func read(_ text: String) -> CaptionContent? {
        var reading = TTMLReading()
        return reading.read(text)
    }
}
