package squall.scenario.yaml;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import squall.spi.Durations;
import squall.spi.Nearest;

/** One value of a document, with its place in it; read as what is wanted, or refused. */
public record Value(Tree tree, String path) {
    private static final Pattern RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,17})?)/s");
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,9}(?:\\.\\d{1,17})?(?:E-\\d)?");
    private static final Pattern WHOLE = Pattern.compile("\\d{1,9}");
    private static final Pattern LONG = Pattern.compile("-?\\d{1,18}");

    public String text() {
        return text("text");
    }

    public Duration duration() {
        String found = text(Durations.WANTED);
        return Durations.parse(found).orElseThrow(() -> wrong(Durations.WANTED));
    }

    public int whole() {
        return Integer.parseInt(matching(WHOLE, "a whole number").group());
    }

    long seed() {
        return Long.parseLong(matching(LONG, "a whole number").group());
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

    /** One of the names of an enum, written small and with hyphens. */
    <E extends Enum<E>> E one(Class<E> type) {
        List<E> all = List.of(type.getEnumConstants());
        List<String> names = all.stream().map(Words::of).toList();
        int index = names.indexOf(text("one of " + names));
        if (index < 0) {
            throw wrong("one of " + names, Nearest.hint(text(), names));
        }
        return all.get(index);
    }

    public List<Value> items() {
        if (!(tree instanceof Tree.Items list)) {
            throw wrong("a list");
        }
        return IntStream.range(0, list.items().size())
                .mapToObj(i -> new Value(list.items().get(i), path + "[" + i + "]"))
                .toList();
    }

    /** @throws ScenarioException if this is no map, or one with a key that is not among {@code known} */
    public Section section(List<String> known) {
        return new Section(keys(), path).allowing(known);
    }

    Section section() {
        return new Section(keys(), path);
    }

    boolean isText() {
        return tree instanceof Tree.Text;
    }

    boolean isList() {
        return tree instanceof Tree.Items;
    }

    /** What is made of this value; what its maker complains of stands here. */
    public <T> T make(Supplier<T> maker) {
        try {
            return maker.get();
        } catch (ScenarioException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            String complaint = String.valueOf(e.getMessage());
            throw new ScenarioException(
                    Place.of(complaint, tree), path.isEmpty() ? complaint : path + ": " + complaint, e);
        }
    }

    public ScenarioException wrong(String wanted) {
        return wrong(wanted, "");
    }

    /** @param hint may be empty */
    ScenarioException wrong(String wanted, String hint) {
        return new ScenarioException(tree.spot(), path + " must be " + wanted + ", not " + found() + hint);
    }

    private Tree.Keys keys() {
        if (tree instanceof Tree.Keys keys) {
            return keys;
        }
        throw wrong("a map of keys");
    }

    private String text(String wanted) {
        if (tree instanceof Tree.Text text) {
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
            case Tree.Text text -> "'" + text.text() + "'";
            case Tree.Empty empty -> "empty";
            case Tree.Items items -> "a list";
            case Tree.Keys keys -> "a map";
        };
    }
}
