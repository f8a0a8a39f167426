package squall.report.browse;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which runs a reader wants to see, as the address of the page has it.
 *
 * @param words searched in all columns, or as {@code column:word}, {@code p99:>20}, {@code goodput:<1000} in one
 * @param chosen exact values of columns
 * @param sort the column that the runs are sorted by
 * @param grouped whether repeated runs share a row
 * @param page from 1
 */
public record RunListQuery(
        String words,
        Map<RunListColumn, String> chosen,
        RunListColumn sort,
        boolean ascending,
        boolean grouped,
        int page) {
    /** Columns whose values are offered for choice. */
    static final List<RunListColumn> CHOICES = List.of(
            RunListColumn.WORKLOAD,
            RunListColumn.SCENARIO,
            RunListColumn.DATABASE,
            RunListColumn.VERSION,
            RunListColumn.VERDICT,
            RunListColumn.TAG);

    private static final Pattern IN_COLUMN = Pattern.compile("(\\w+):([<>]=?|)(.+)");
    private static final String PLAIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";
    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}(\\.\\d{1,9})?");

    public RunListQuery {
        chosen = Map.copyOf(chosen);
    }

    /** @param parameters of the address; what is unknown is ignored */
    public static RunListQuery of(Map<String, String> parameters) {
        Map<RunListColumn, String> chosen = new EnumMap<>(RunListColumn.class);
        for (RunListColumn column : CHOICES) {
            String value = parameters.getOrDefault(column.key(), "");
            if (!value.isEmpty()) {
                chosen.put(column, value);
            }
        }
        String sort = parameters.getOrDefault("sort", "-when");
        return new RunListQuery(
                parameters.getOrDefault("q", "").strip(),
                chosen,
                RunListColumn.named(sort.replaceFirst("^-", "")).orElse(RunListColumn.WHEN),
                !sort.startsWith("-"),
                parameters.getOrDefault("group", "").equals("yes"),
                page(parameters.getOrDefault("page", "1")));
    }

    private static int page(String text) {
        return text.matches("[1-9]\\d{0,6}") ? Integer.parseInt(text) : 1;
    }

    /** The runs that are asked for, in the order that is asked for. */
    public List<ListedRun> of(List<ListedRun> runs) {
        Comparator<ListedRun> newest = RunListColumn.WHEN.order(false);
        return runs.stream()
                .filter(this::matches)
                .sorted(sort.order(ascending).thenComparing(newest).thenComparing(ListedRun::id))
                .toList();
    }

    boolean matches(ListedRun run) {
        return chosen.entrySet().stream().allMatch(choice -> chosen(choice.getKey(), choice.getValue(), run))
                && List.of(words.split("\\s+")).stream().allMatch(word -> found(word, run));
    }

    private static boolean chosen(RunListColumn column, String value, ListedRun run) {
        return column == RunListColumn.TAG
                ? run.tags().contains(value)
                : column.text(run).equals(value);
    }

    private static boolean found(String word, ListedRun run) {
        Matcher parts = IN_COLUMN.matcher(word);
        Optional<RunListColumn> column = parts.matches() ? RunListColumn.named(parts.group(1)) : Optional.empty();
        if (column.isEmpty()) {
            return List.of(RunListColumn.values()).stream().anyMatch(any -> contains(any.text(run), word))
                    || contains(run.problem(), word);
        }
        String wanted = parts.group(3);
        if (parts.group(2).isEmpty()) {
            return contains(column.get().text(run), wanted);
        }
        OptionalDouble value = column.get().value(run);
        if (value.isEmpty() || !NUMBER.matcher(wanted).matches()) {
            return false;
        }
        int order = Double.compare(value.getAsDouble(), Double.parseDouble(wanted));
        return switch (parts.group(2)) {
            case ">" -> order > 0;
            case ">=" -> order >= 0;
            case "<" -> order < 0;
            default -> order <= 0;
        };
    }

    private static boolean contains(String text, String word) {
        return text.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT));
    }

    /** The same, sorted by a column: newest and largest first, at the second choice the other way round. */
    RunListQuery sortedBy(RunListColumn column) {
        boolean up = column == sort ? !ascending : !column.number() && column != RunListColumn.WHEN;
        return new RunListQuery(words, chosen, column, up, grouped, 1);
    }

    RunListQuery onPage(int number) {
        return new RunListQuery(words, chosen, sort, ascending, grouped, number);
    }

    /** The address of this view. */
    String address() {
        StringJoiner address = new StringJoiner("&", "/?", "");
        if (!words.isEmpty()) {
            address.add("q=" + encoded(words));
        }
        CHOICES.stream()
                .filter(chosen::containsKey)
                .forEach(column -> address.add(column.key() + "=" + encoded(chosen.getOrDefault(column, ""))));
        address.add("sort=" + sortWord());
        if (grouped) {
            address.add("group=yes");
        }
        if (page > 1) {
            address.add("page=" + page);
        }
        return address.toString();
    }

    String sortWord() {
        return (ascending ? "" : "-") + sort.key();
    }

    /** For a part of an address. */
    static String encoded(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (octet & 0xff);
            if (PLAIN.indexOf(c) >= 0) {
                encoded.append(c);
            } else {
                encoded.append(String.format(Locale.ROOT, "%%%02X", (int) c));
            }
        }
        return encoded.toString();
    }
}
