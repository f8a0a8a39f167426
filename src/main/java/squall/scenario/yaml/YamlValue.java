package squall.scenario.yaml;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import squall.scenario.yaml.ComposedYaml.YamlTree;
import squall.scenario.yaml.ScenarioWriter.EnumNames;
import squall.spi.Durations;
import squall.spi.NearestName;

/** Value in a document, with its position; converted to the requested type, or refused. */
public record YamlValue(YamlTree tree, String path) {
    private static final Pattern RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,17})?)/s");
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,9}(?:\\.\\d{1,17})?(?:E-\\d)?");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,9}");
    private static final Pattern LONG = Pattern.compile("-?\\d{1,19}");

    public String text() {
        return text("text");
    }

    public Duration duration() {
        return duration(Durations.WANTED);
    }

    /** Reads a duration, which needs a unit: other people than its author read a file. @param wanted for messages */
    Duration duration(String wanted) {
        String found = text(wanted);
        if (WHOLE.matcher(found).matches()) {
            throw wrong(wanted, "; a number needs its unit: " + found + "s for seconds");
        }
        return Durations.parse(found).orElseThrow(() -> wrong(wanted));
    }

    public int whole() {
        return Integer.parseInt(matching(WHOLE, "a whole number").group());
    }

    long seed() {
        String digits = matching(LONG, "a whole number").group();
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) { // only some numbers of 19 digits have 64 bits
            throw wrong("from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE);
        }
    }

    double decimal() {
        return Double.parseDouble(matching(DECIMAL, "a number").group());
    }

    double perSecond() {
        return Double.parseDouble(matching(RATE, "a rate such as 400/s").group(1));
    }

    public boolean flag() {
        return switch (text("true or false")) {
            case "true" -> true;
            case "false" -> false;
            default -> throw wrong("true or false");
        };
    }

    /** Reads one of the names of an enum, written in lower case and with hyphens. */
    <E extends Enum<E>> E one(Class<E> type) {
        List<E> all = List.of(type.getEnumConstants());
        List<String> names = all.stream().map(EnumNames::of).toList();
        String found = text("one of " + names);
        int index = names.indexOf(found);
        if (index < 0) {
            throw new ScenarioException(
                    tree.spot(), path + ": unknown value '" + found + "'" + NearestName.choice(found, names));
        }
        return all.get(index);
    }

    public List<YamlValue> items() {
        if (!(tree instanceof YamlTree.Items list)) {
            throw wrong("a list");
        }
        return IntStream.range(0, list.items().size())
                .mapToObj(i -> new YamlValue(list.items().get(i), path + "[" + i + "]"))
                .toList();
    }

    /** @throws ScenarioException if this is not a map, or one with a key that is not among {@code known} */
    public YamlSection section(List<String> known) {
        return new YamlSection(keys(), path).allowing(known);
    }

    /** @throws ScenarioException if this is not a map; any key is allowed */
    public YamlSection section() {
        return new YamlSection(keys(), path);
    }

    public boolean isText() {
        return tree instanceof YamlTree.Text;
    }

    public boolean isList() {
        return tree instanceof YamlTree.Items;
    }

    /** Creates an object from this value; an {@link IllegalArgumentException} of its constructor gets this position. */
    public <T> T make(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (ScenarioException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            String problem = String.valueOf(e.getMessage());
            throw new ScenarioException(
                    YamlPath.of(problem, tree), path.isEmpty() ? problem : path + ": " + problem, e);
        }
    }

    public ScenarioException wrong(String wanted) {
        return wrong(wanted, "");
    }

    /** @param hint may be empty */
    ScenarioException wrong(String wanted, String hint) {
        return new ScenarioException(tree.spot(), path + " must be " + wanted + ", not " + found() + hint);
    }

    private YamlTree.Keys keys() {
        if (tree instanceof YamlTree.Keys keys) {
            return keys;
        }
        throw wrong("a map of keys");
    }

    private String text(String wanted) {
        if (tree instanceof YamlTree.Text text) {
            return text.text();
        }
        throw wrong(wanted);
    }

    private Matcher matching(Pattern form, String wanted) {
        Matcher matcher = form.matcher(text(wanted));
        if (!matcher.matches()) {
            throw wrong(wanted);
        }
        return matcher;
    }

    private String found() {
        return switch (tree) {
            case YamlTree.Text text -> "'" + text.text() + "'";
            case YamlTree.Empty empty -> "empty";
            case YamlTree.Items items -> "a list";
            case YamlTree.Keys keys -> "a map";
        };
    }

    /** Path that a message begins with, for example {@code phases[2].expect.p99: …}, resolved in a document. */
    private static final class YamlPath {
        private static final Pattern STEP = Pattern.compile("\\.?([A-Za-z]\\w*)|\\[(\\d{1,6})]");

        private YamlPath() {}

        /** Returns the position of the deepest value on the path. */
        static ScenarioException.YamlLocation of(String problem, YamlTree root) {
            Matcher step = STEP.matcher(problem);
            ScenarioException.YamlLocation spot = root.spot();
            Optional<YamlTree> at = Optional.of(root);
            while (at.isPresent() && step.lookingAt()) {
                at = at.flatMap(tree -> step.group(1) == null ? item(tree, step.group(2)) : value(tree, step.group(1)));
                spot = at.map(YamlTree::spot).orElse(spot);
                step.region(step.end(), problem.length());
            }
            return spot;
        }

        private static Optional<YamlTree> value(YamlTree tree, String key) {
            return tree instanceof YamlTree.Keys keys
                    ? Optional.ofNullable(keys.entries().get(key)).map(YamlTree.YamlEntry::value)
                    : Optional.empty();
        }

        private static Optional<YamlTree> item(YamlTree tree, String index) {
            int i = Integer.parseInt(index);
            return tree instanceof YamlTree.Items list && i < list.items().size()
                    ? Optional.of(list.items().get(i))
                    : Optional.empty();
        }
    }
}
