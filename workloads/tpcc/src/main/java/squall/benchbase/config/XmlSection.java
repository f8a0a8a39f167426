package squall.benchbase.config;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import squall.spi.NearestName;
import squall.system.CommandException;

/**
 * Section of an XML file: the children of one element, by name. A child for this benchmark ({@code <terminals bench="tpcc">}) takes
 * precedence over one for all, as in BenchBase.
 */
record XmlSection(XmlElement element, String bench) {
    /** Allows these children and attributes only. @throws CommandException on the first other one; the message has the nearest name */
    XmlSection allowing(Collection<String> children, Collection<String> attributes) throws CommandException {
        for (XmlElement child : element.children()) {
            if (!children.contains(child.name())) {
                throw child.wrong("is unknown in <" + element.name() + ">" + NearestName.hint(child.name(), children));
            }
        }
        for (String attribute : element.attributes().keySet()) {
            if (!attributes.contains(attribute)) {
                throw element.wrong("has no attribute '" + attribute + "'" + NearestName.hint(attribute, attributes));
            }
        }
        return this;
    }

    /** Returns all children of this name for this benchmark, or else those for all benchmarks. */
    List<XmlElement> all(String name) {
        List<XmlElement> own = new ArrayList<>();
        List<XmlElement> general = new ArrayList<>();
        for (XmlElement child : element.children()) {
            if (child.name().equals(name)) {
                String meant = child.attributes().get(ConfigVocabulary.BENCH);
                if (meant == null) {
                    general.add(child);
                } else if (meant.equals(bench)) {
                    own.add(child);
                }
            }
        }
        return own.isEmpty() ? general : own;
    }

    /** Returns the only child of this name. @throws CommandException if there are two, of which BenchBase silently takes the first */
    Optional<XmlElement> find(String name) throws CommandException {
        List<XmlElement> found = all(name);
        if (found.size() > 1) {
            throw found.get(1)
                    .wrong("occurs twice, first in line " + found.getFirst().line());
        }
        return found.stream().findFirst();
    }

    XmlElement need(String name) throws CommandException {
        return find(name).orElseThrow(() -> element.wrong("needs an element <" + name + ">"));
    }

    /** Returns a child as a section of its own. */
    Optional<XmlSection> section(String name) throws CommandException {
        return find(name).map(child -> new XmlSection(child, bench));
    }

    /** Returns a child that contains nothing but text. @throws CommandException if it contains elements */
    Optional<XmlElement> leaf(String name) throws CommandException {
        Optional<XmlElement> found = find(name);
        if (found.isPresent()) {
            new XmlSection(found.get(), bench).allowing(Set.of(), Set.of(ConfigVocabulary.BENCH));
        }
        return found;
    }

    String text(String name, String fallback) throws CommandException {
        return leaf(name).map(XmlElement::text).orElse(fallback);
    }

    boolean flag(String name, boolean fallback) throws CommandException {
        Optional<XmlElement> found = leaf(name);
        if (found.isEmpty()) {
            return fallback;
        }
        return switch (found.get().text().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw found.get().unfit("true or false");
        };
    }

    Optional<Integer> whole(String name, int min) throws CommandException {
        Optional<XmlElement> found = leaf(name);
        return found.isEmpty() ? Optional.empty() : Optional.of(whole(found.get(), min));
    }

    static int whole(XmlElement element, int min) throws CommandException {
        String text = element.text();
        if (text.matches("-?\\d{1,9}") && Integer.parseInt(text) >= min) {
            return Integer.parseInt(text);
        }
        throw element.unfit("a whole number, " + min + " or more");
    }

    /**
     * Returns the file that a child names.
     *
     * @param folders against which a relative path is resolved; the first that has the file counts
     * @throws CommandException if none of them has it
     */
    Optional<Path> file(String name, List<Path> folders) throws CommandException {
        Optional<XmlElement> named = leaf(name);
        if (named.isEmpty()) {
            return Optional.empty();
        }
        String path = named.get().text();
        Optional<Path> file = folders.stream()
                .map(folder -> folder.resolve(path))
                .filter(Files::isRegularFile)
                .findFirst();
        if (file.isEmpty()) {
            throw named.get().wrong("names a file that does not exist: " + path + " (looked in " + folders + ")");
        }
        return file;
    }

    /** Returns the constant of an enum that a child names in lower case. @param fallback the default, without such a child */
    <E extends Enum<E>> E choice(String name, E fallback) throws CommandException {
        Optional<XmlElement> found = leaf(name);
        if (found.isEmpty()) {
            return fallback;
        }
        List<E> choices = List.of(fallback.getDeclaringClass().getEnumConstants());
        for (E choice : choices) {
            if (written(choice).equals(found.get().text())) {
                return choice;
            }
        }
        throw found.get().unfit(choices.stream().map(XmlSection::written).collect(Collectors.joining(" or ")));
    }

    private static String written(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Element of an XML file, with its place.
     *
     * @param file as the user named it
     * @param line of its start tag
     * @param text directly inside it, without the blanks around it
     */
    record XmlElement(
            String file,
            int line,
            String name,
            Map<String, String> attributes,
            String text,
            List<XmlElement> children) {
        XmlElement {
            attributes = Map.copyOf(attributes);
            children = List.copyOf(children);
        }

        /** Returns an error about this element, with its place. @param what follows its name: {@code must be …, not …} */
        CommandException wrong(String what) {
            return CommandException.usage(where() + ": <" + name + "> " + what);
        }

        /** Returns an error about the text of this element. @param wanted the texts allowed */
        CommandException unfit(String wanted) {
            return wrong("must be " + wanted + ", not '" + text + "'");
        }

        String where() {
            return file + ":" + line;
        }
    }

    /** Reader of lists of percentages, separated by commas. */
    static final class WeightReader {
        private static final String NUMBER = "\\d{1,3}(\\.\\d{1,9})?";

        private WeightReader() {}

        /** Reads any numbers. @throws CommandException if there are not {@code count} of them, or one is no number */
        static List<BigDecimal> read(XmlSection.XmlElement element, int count) throws CommandException {
            List<BigDecimal> weights = new ArrayList<>();
            for (String part : element.text().split(",", -1)) {
                if (!part.strip().matches(NUMBER)) {
                    throw element.unfit("numbers separated by commas");
                }
                weights.add(new BigDecimal(part.strip()));
            }
            if (weights.size() != count) {
                throw element.wrong("has " + weights.size() + " numbers for " + count + " transaction types");
            }
            return weights;
        }

        /** Reads percentages, which add up exactly as decimals: 33.3,33.3,33.4 is 100. @throws CommandException if the sum is not 100 */
        static List<BigDecimal> percentages(XmlSection.XmlElement element, int count) throws CommandException {
            List<BigDecimal> weights = read(element, count);
            BigDecimal sum = weights.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
            if (sum.compareTo(BigDecimal.valueOf(100)) != 0) {
                throw element.wrong("must add up to 100, not " + sum.toPlainString() + ": " + element.text());
            }
            return weights;
        }
    }
}
