package squall.report.browse;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import squall.system.HumanNumbers;

/** A column of the list of runs; a reader can sort and search by each. */
public enum RunListColumn {
    WHEN("began (UTC)", true),
    WORKLOAD("workload", false),
    SCENARIO("scenario", false),
    DATABASE("database", false),
    VERSION("version", false),
    GOODPUT("goodput, ok/s", true),
    P99("p99, ms", true),
    VERDICT("verdict", false),
    LOST("lost writes", true),
    TAG("tags", false),
    RUN("run", false);

    private static final DateTimeFormatter MINUTES =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final String heading;
    private final boolean number;

    RunListColumn(String heading, boolean number) {
        this.heading = heading;
        this.number = number;
    }

    static Optional<RunListColumn> named(String key) {
        return Stream.of(values()).filter(column -> column.key().equals(key)).findFirst();
    }

    /** By which an address and a search know it. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    String heading() {
        return heading;
    }

    /** Whether it is written to the right. */
    boolean number() {
        return number && this != WHEN;
    }

    String text(ListedRun run) {
        return switch (this) {
            case WHEN -> run.begun().map(MINUTES::format).orElse("");
            case WORKLOAD -> run.workload();
            case SCENARIO -> run.scenario();
            case DATABASE -> run.database();
            case VERSION -> run.version();
            case GOODPUT -> amount(run.goodputPerS());
            case P99 -> amount(run.p99Ms());
            case VERDICT -> run.verdict();
            case LOST ->
                run.lostWrites().isEmpty()
                        ? ""
                        : HumanNumbers.count(run.lostWrites().getAsLong());
            case TAG -> String.join(" ", run.tags());
            case RUN -> run.id();
        };
    }

    /** What a number is compared by; empty in columns of text. */
    OptionalDouble value(ListedRun run) {
        return switch (this) {
            case WHEN ->
                run.begun().stream()
                        .mapToDouble(begun -> begun.toEpochMilli() / 1e3)
                        .findFirst();
            case GOODPUT -> run.goodputPerS();
            case P99 -> run.p99Ms();
            case LOST ->
                run.lostWrites().stream().mapToDouble(lost -> (double) lost).findFirst();
            default -> OptionalDouble.empty();
        };
    }

    /** Runs that have no value come last in either direction. */
    Comparator<ListedRun> order(boolean ascending) {
        if (number) {
            Comparator<ListedRun> by =
                    Comparator.comparingDouble(run -> value(run).orElse(0));
            return Comparator.<ListedRun, Boolean>comparing(run -> value(run).isEmpty())
                    .thenComparing(ascending ? by : by.reversed());
        }
        Comparator<ListedRun> by = Comparator.comparing(run -> text(run).toLowerCase(Locale.ROOT));
        return Comparator.<ListedRun, Boolean>comparing(run -> text(run).isEmpty())
                .thenComparing(ascending ? by : by.reversed());
    }

    private static String amount(OptionalDouble value) {
        return value.isEmpty() ? "" : HumanNumbers.amount(value.getAsDouble());
    }
}
