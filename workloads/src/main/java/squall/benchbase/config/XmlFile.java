package squall.benchbase.config;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
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
    private XmlFile() {}

    /** @throws CommandException if there is no such file; the message says so */
    static String text(String name, Path file) throws CommandException {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            String why = Files.exists(file) ? "cannot be read: " + e : "there is no such file";
            throw new CommandException(ExitCode.USAGE, name + ": " + why, e);
        }
    }

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
            Element root = element(file, reader);
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
    private static Element element(String file, XMLStreamReader reader) throws XMLStreamException {
        int line = reader.getLocation().getLineNumber();
        String name = reader.getLocalName();
        Map<String, String> attributes = attributes(reader);
        StringBuilder text = new StringBuilder();
        List<Element> children = new ArrayList<>();
        while (reader.next() != XMLStreamReader.END_ELEMENT) {
            if (reader.isStartElement()) {
                children.add(element(file, reader));
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
