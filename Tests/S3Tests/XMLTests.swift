import Testing

@testable import S3

@Suite("Answers in XML") struct XMLTests {
    @Test("given an answer with entities, CDATA and namespaces, when it is read, then its texts are there")
    func reading() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- one -->
            <s3:List xmlns:s3="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated>
              <Contents><Key>a&amp;b&#x20;&#99;</Key></Contents><Empty/>
              <Contents><Key><![CDATA[<d>]]></Key></Contents></s3:List>
            """
        let node = try #require(XMLNode(Array(text.utf8)))
        #expect(node.name == "List" && node["IsTruncated"] == "false" && node["Empty"] == "")
        #expect(node.all("Contents").map { $0["Key"] } == ["a&b c", "<d>"])
    }

    @Test(
        "given what is no document, when it is read, then there is none",
        arguments: [
            "", "no", "<a>", "<a></b>", "<a", "</a>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<?xml", "<!--",
            String(repeating: "<a>", count: 100_000),
        ])
    func broken(text: String) { #expect(XMLNode(Array(text.utf8)) == nil) }
}
