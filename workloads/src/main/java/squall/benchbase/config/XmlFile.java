package squall.benchbase.config;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import squall.cli.CommandException;
import squall.cli.ExitCode;

/** Reads XML with the JDK's parser; document types and entities of their own are refused, so nothing outside the file is opened. */
final class XmlFile {
    /** Deeper files are no configurations, and would exhaust the stack. */
    private static final int DEEPEST = 50;

    private XmlFile() {}

    /** @throws CommandException if the text is no XML; the message has the line */
    static Element parse(String file, String text) throws CommandException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(text));
            while (!reader.isStartElement()) {
                reader.next();
            }
            Element root = element(file, reader, 1);
            while (reader.hasNext()) { // whatever follows the root must be well-formed too
                reader.next();
            }
            return root;
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNumber();
            throw new CommandException(ExitCode.USAGE, file + ":" + line + ": no XML: " + reason(e), e);
        }
    }

    /** The reader stands on the start tag, and afterwards on the end tag. */
    private static Element element(String file, XMLStreamReader reader, int depth) throws XMLStreamException {
        if (depth > DEEPEST) {
            throw new XMLStreamException("elements are nested more than " + DEEPEST + " deep", reader.getLocation());
        }
        int line = reader.getLocation().getLineNumber();
        String name = reader.getLocalName();
        Map<String, String> attributes = attributes(reader);
        StringBuilder text = new StringBuilder();
        List<Element> children = new ArrayList<>();
        while (reader.next() != XMLStreamReader.END_ELEMENT) {
            if (reader.isStartElement()) {
                children.add(element(file, reader, depth + 1));
            } else if (reader.isCharacters()) {
                text.append(reader.getText());
            } else if (reader.getEventType() == XMLStreamReader.ENTITY_REFERENCE) {
                throw new XMLStreamException(
                        "entity &" + reader.getLocalName() + "; is not known", reader.getLocation());
            }
        }
        return new Element(file, line, name, attributes, text.toString().strip(), children);
    }

    private static Map<String, String> attributes(XMLStreamReader reader) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
        }
        return attributes;
    }

    /** The parser's messages have a first line with the place, then the text. */
    private static String reason(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        return message.substring(message.indexOf("Message: ") + 1)
                .replaceFirst("^essage: ", "")
                .replaceAll("\\s*\\R\\s*", " ")
                .strip();
    }
}
