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
 * Element of an XML file, with its place. A child for TPC-C ({@code <terminals bench="tpcc">}) takes precedence over one for all
 * benchmarks, as in BenchBase.
 *
 * @param file as the user named it
 * @param line of its start tag
 * @param text directly inside it, without the blanks around it
 */
record XmlElement(
        String file, int line, String name, Map<String, String> attributes, String text, List<XmlElement> children) {
    private static final String WEIGHT = "\\d{1,3}(\\.\\d{1,9})?";

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

    /** Allows these children and attributes only. @throws CommandException on the first other one; the message has the nearest name */
    XmlElement allowing(Collection<String> elements, Collection<String> properties) throws CommandException {
        for (XmlElement child : children) {
            if (!elements.contains(child.name)) {
                throw child.wrong("is unknown in <" + name + ">" + NearestName.hint(child.name, elements));
            }
        }
        for (String attribute : attributes.keySet()) {
            if (!properties.contains(attribute)) {
                throw wrong("has no attribute '" + attribute + "'" + NearestName.hint(attribute, properties));
            }
        }
        return this;
    }

    /** Returns all children of this name for TPC-C, or else those for all benchmarks. */
    List<XmlElement> all(String child) {
        List<XmlElement> own = new ArrayList<>();
        List<XmlElement> general = new ArrayList<>();
        for (XmlElement each : children) {
            if (each.name.equals(child)) {
                String meant = each.attributes.get(ConfigVocabulary.BENCH);
                if (meant == null) {
                    general.add(each);
                } else if (meant.equals(ConfigFile.BENCH)) {
                    own.add(each);
                }
            }
        }
        return own.isEmpty() ? general : own;
    }

    /** Returns the only child of this name. @throws CommandException if there are two, of which BenchBase silently takes the first */
    Optional<XmlElement> find(String child) throws CommandException {
        List<XmlElement> found = all(child);
        if (found.size() > 1) {
            throw found.get(1).wrong("occurs twice, first in line " + found.getFirst().line);
        }
        return found.stream().findFirst();
    }

    XmlElement need(String child) throws CommandException {
        return find(child).orElseThrow(() -> wrong("needs an element <" + child + ">"));
    }

    /** Returns a child that contains nothing but text. @throws CommandException if it contains elements */
    Optional<XmlElement> leaf(String child) throws CommandException {
        Optional<XmlElement> found = find(child);
        if (found.isPresent()) {
            found.get().allowing(Set.of(), Set.of(ConfigVocabulary.BENCH));
        }
        return found;
    }

    String text(String child, String fallback) throws CommandException {
        return leaf(child).map(XmlElement::text).orElse(fallback);
    }

    boolean flag(String child, boolean fallback) throws CommandException {
        Optional<XmlElement> found = leaf(child);
        if (found.isEmpty()) {
            return fallback;
        }
        return switch (found.get().text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw found.get().unfit("true or false");
        };
    }

    Optional<Integer> whole(String child, int min) throws CommandException {
        Optional<XmlElement> found = leaf(child);
        return found.isEmpty() ? Optional.empty() : Optional.of(found.get().whole(min));
    }

    /** Returns the number that this element contains. */
    int whole(int min) throws CommandException {
        if (text.matches("-?\\d{1,9}") && Integer.parseInt(text) >= min) {
            return Integer.parseInt(text);
        }
        throw unfit("a whole number, " + min + " or more");
    }

    /**
     * Returns the file that a child names.
     *
     * @param folders against which a relative path is resolved; the first that has the file counts
     * @throws CommandException if none of them has it
     */
    Optional<Path> file(String child, List<Path> folders) throws CommandException {
        Optional<XmlElement> named = leaf(child);
        if (named.isEmpty()) {
            return Optional.empty();
        }
        String path = named.get().text;
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
    <E extends Enum<E>> E choice(String child, E fallback) throws CommandException {
        Optional<XmlElement> found = leaf(child);
        if (found.isEmpty()) {
            return fallback;
        }
        List<E> choices = List.of(fallback.getDeclaringClass().getEnumConstants());
        for (E choice : choices) {
            if (written(choice).equals(found.get().text)) {
                return choice;
            }
        }
        throw found.get().unfit(choices.stream().map(XmlElement::written).collect(Collectors.joining(" or ")));
    }

    private static String written(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }

    /**
     * Reads numbers, separated by commas.
     *
     * @throws CommandException if there are not {@code count} of them, or one is no number
     */
    List<BigDecimal> weights(int count) throws CommandException {
        List<BigDecimal> weights = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            if (!part.strip().matches(WEIGHT)) {
                throw unfit("numbers separated by commas");
            }
            weights.add(new BigDecimal(part.strip()));
        }
        if (weights.size() != count) {
            throw wrong("has " + weights.size() + " numbers for " + count + " transaction types");
        }
        return weights;
    }

    /** Reads percentages, which add up exactly as decimals: 33.3,33.3,33.4 is 100. @throws CommandException if the sum is not 100 */
    List<BigDecimal> percentages(int count) throws CommandException {
        List<BigDecimal> weights = weights(count);
        BigDecimal sum = weights.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        if (sum.compareTo(BigDecimal.valueOf(100)) != 0) {
            throw wrong("must add up to 100, not " + sum.toPlainString() + ": " + text);
        }
        return weights;
    }
}
