package squall.benchbase.config;

import java.util.List;
import java.util.Map;
import squall.cli.CommandException;
import squall.cli.ExitCode;

/**
 * One element of an XML file, and where it stands.
 *
 * @param file as the user named it
 * @param line of its start tag
 * @param text directly inside it, without blanks around it
 */
record Element(
        String file, int line, String name, Map<String, String> attributes, String text, List<Element> children) {
    Element {
        attributes = Map.copyOf(attributes);
        children = List.copyOf(children);
    }

    /** The error that this element is wrong. @param what follows its name: {@code must be …, not …} */
    CommandException wrong(String what) {
        return new CommandException(ExitCode.USAGE, where() + ": <" + name + "> " + what);
    }

    /** The error that its text is not what is wanted. */
    CommandException unfit(String wanted) {
        return wrong("must be " + wanted + ", not '" + text + "'");
    }

    String where() {
        return file + ":" + line;
    }
}
