package squall.benchbase.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import squall.cli.CommandException;
import squall.spi.Nearest;

/**
 * The children of one element, by name. Where one is meant for this benchmark ({@code <terminals bench="tpcc">}), it beats the one that is
 * meant for all, as BenchBase has it.
 */
final class Section {
    private final Element element;
    private final String bench;

    Section(Element element, String bench) {
        this.element = element;
        this.bench = bench;
    }

    Element element() {
        return element;
    }

    /** @throws CommandException on the first child or attribute that is not known, naming the nearest */
    Section allowing(Collection<String> children, Collection<String> attributes) throws CommandException {
        for (Element child : element.children()) {
            if (!children.contains(child.name())) {
                throw child.wrong("is not known in <" + element.name() + ">" + Nearest.hint(child.name(), children));
            }
        }
        for (String attribute : element.attributes().keySet()) {
            if (!attributes.contains(attribute)) {
                throw element.wrong("has no attribute '" + attribute + "'" + Nearest.hint(attribute, attributes));
            }
        }
        return this;
    }

    /** Every child of this name that is meant for this benchmark, or else those for all. */
    List<Element> all(String name) {
        List<Element> own = new ArrayList<>();
        List<Element> general = new ArrayList<>();
        for (Element child : element.children()) {
            if (child.name().equals(name)) {
                String meant = child.attributes().get(Vocabulary.BENCH);
                if (meant == null) {
                    general.add(child);
                } else if (meant.equals(bench)) {
                    own.add(child);
                }
            }
        }
        return own.isEmpty() ? general : own;
    }

    /** @throws CommandException if it stands there twice, where BenchBase silently takes the first, or is made of elements */
    Optional<Element> find(String name) throws CommandException {
        List<Element> found = all(name);
        if (found.size() > 1) {
            throw found.get(1)
                    .wrong("stands here a second time, first in line "
                            + found.getFirst().line());
        }
        return found.stream().findFirst();
    }

    Element need(String name) throws CommandException {
        return find(name).orElseThrow(() -> element.wrong("needs an element <" + name + ">"));
    }

    /** A child that is itself a section. */
    Optional<Section> section(String name) throws CommandException {
        return find(name).map(child -> new Section(child, bench));
    }

    /** A child that holds nothing but text. */
    Optional<Element> leaf(String name) throws CommandException {
        Optional<Element> found = find(name);
        if (found.isPresent()) {
            new Section(found.get(), bench).allowing(Set.of(), Set.of(Vocabulary.BENCH));
        }
        return found;
    }

    String text(String name, String fallback) throws CommandException {
        return leaf(name).map(Element::text).orElse(fallback);
    }

    boolean flag(String name, boolean fallback) throws CommandException {
        Optional<Element> found = leaf(name);
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
        Optional<Element> found = leaf(name);
        return found.isEmpty() ? Optional.empty() : Optional.of(whole(found.get(), min));
    }

    static int whole(Element element, int min) throws CommandException {
        String text = element.text();
        if (text.matches("-?\\d{1,9}") && Integer.parseInt(text) >= min) {
            return Integer.parseInt(text);
        }
        throw element.unfit("a whole number, " + min + " or more");
    }

    /** The file that a child names. @param folders where relative paths are looked for, the first that has the file counts */
    Optional<Path> file(String name, List<Path> folders) throws CommandException {
        Optional<Element> named = leaf(name);
        if (named.isEmpty()) {
            return Optional.empty();
        }
        String path = named.get().text();
        Optional<Path> file = folders.stream()
                .map(folder -> folder.resolve(path))
                .filter(Files::isRegularFile)
                .findFirst();
        if (file.isEmpty()) {
            throw named.get().wrong("names a file that is not there: " + path + " (looked in " + folders + ")");
        }
        return file;
    }

    /** One of the names of an enum, in lower case. */
    <E extends Enum<E>> E choice(String name, E fallback) throws CommandException {
        Optional<Element> found = leaf(name);
        if (found.isEmpty()) {
            return fallback;
        }
        List<E> choices = List.of(fallback.getDeclaringClass().getEnumConstants());
        for (E choice : choices) {
            if (written(choice).equals(found.get().text())) {
                return choice;
            }
        }
        throw found.get().unfit(choices.stream().map(Section::written).collect(Collectors.joining(" or ")));
    }

    private static String written(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }
}
