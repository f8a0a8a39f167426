package squall.experiment;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.cli.command.MaximumSearch;
import squall.experiment.StepFigures.StepFigure;
import squall.system.HumanNumbers;

/**
 * Specification of an experiment, as in its file.
 *
 * @param databases values that depend on the database, by its name; the first is the default
 * @param scales by name, smallest first
 * @param published names of tables in {@code results/reference}
 * @param limits what only a bigger or licensed system can show, a sentence each
 */
public record ExperimentSpec(
        String name,
        String title,
        PublishedOrigin origin,
        Map<String, Map<String, String>> databases,
        Map<String, Scale> scales,
        List<ExperimentStep> steps,
        List<ExperimentTable> tables,
        List<String> published,
        List<String> limits) {
    /** Names of scales that a file may have. */
    public static final List<String> SCALES = List.of("toy", "laptop", "full");

    public ExperimentSpec {
        steps = List.copyOf(steps);
        tables = List.copyOf(tables);
        published = List.copyOf(published);
        limits = List.copyOf(limits);
    }

    /** Returns whether a table is made of the step's runs. */
    boolean measures(String step) {
        return tables.stream().anyMatch(table -> table.of().contains(step));
    }

    /**
     * Origin of the experiment.
     *
     * @param document number of the seed, such as {@code 003}
     * @param numbers of the list of all experiments
     * @param shows tables and figures of the document
     */
    public record PublishedOrigin(String document, List<Integer> numbers, List<String> shows) {
        public PublishedOrigin {
            numbers = List.copyOf(numbers);
            shows = List.copyOf(shows);
        }
    }

    /**
     * Scale to run it at.
     *
     * @param about what this size is and what it cannot show
     * @param values for placeholders
     * @param vary the dimensions of the matrix by name, in order
     * @param nodes needed, an expression
     * @param stop when the rest of the matrix is left out; empty: never
     * @param clientDelayMs maximum p99 of the client's own delay, up to which a run still counts that is invalid for no other reason;
     *     empty: the front ends' own limit
     */
    public record Scale(
            String about,
            Map<String, String> values,
            Map<String, Dimension> vary,
            String nodes,
            Optional<ValueSearch> search,
            Optional<Stop> stop,
            OptionalLong clientDelayMs) {
        /** Returns the step whose figures decide how it goes on, with the rules; empty if all cells are run in any case. */
        Optional<Judged> judged() {
            return search.map(found -> new Judged(found.step(), found.accept()))
                    .or(() -> stop.map(found -> new Judged(found.step(), found.accept())));
        }
    }

    /** Dimension of the matrix. @param values by the name of the database */
    public record Dimension(Map<String, List<String>> values) {
        List<String> on(String database) {
            return values.getOrDefault(database, List.of());
        }
    }

    /** Step with the rules that its figures must keep. */
    record Judged(String step, List<AcceptanceRule> accept) {}

    /**
     * Condition that ends a sweep early: so many cells in a row did not keep the rules.
     *
     * @param after how many in a row
     */
    public record Stop(String step, int after, List<AcceptanceRule> accept) {
        public Stop {
            accept = List.copyOf(accept);
            if (after < 1) {
                throw new IllegalArgumentException("after must be at least 1, not " + after);
            }
        }
    }

    /** Search for a value in place of a matrix: the largest one at which every rule holds. */
    public record ValueSearch(String value, MaximumSearch range, String step, List<AcceptanceRule> accept) {
        public ValueSearch {
            accept = List.copyOf(accept);
        }
    }

    /**
     * Step of an experiment: a command of a front end.
     *
     * @param words with placeholders; the first is the front end
     * @param per dimensions on which it depends: it is done once for each combination of their values
     * @param prepares whether later steps use what it leaves in the database
     * @param ownCluster whether no other cell uses its cluster, so that the sweep goes on without a cluster that cannot be used
     */
    public record ExperimentStep(
            String name,
            List<String> words,
            List<String> per,
            boolean prepares,
            boolean ownCluster,
            Optional<Only> only,
            StepSize size) {
        public ExperimentStep {
            words = List.copyOf(words);
            per = List.copyOf(per);
        }
    }

    /** Restriction to the databases that can execute a step, with the reason why the others cannot. */
    public record Only(List<String> databases, String otherwise) {
        public Only {
            databases = List.copyOf(databases);
        }
    }

    /** Size of a step, as expressions; empty where it is not stated. */
    public record StepSize(String rows, String bytes, String clients, String seconds) {
        static final StepSize NONE = new StepSize("", "", "", "");
    }

    /**
     * Table of the result.
     *
     * @param of the steps whose runs make its rows; one, where the columns are given
     * @param made tables made of runs; empty where the columns are given
     * @param label names a run in such a table, with placeholders
     * @param invalidToo whether runs that ended as invalid (exit 6) or with a fault that could not be healed (8) are in it: where the table
     *     judges each phase by itself
     * @param each whether every run has such a table of its own
     */
    public record ExperimentTable(
            String title,
            List<String> of,
            Optional<RunTables> made,
            String label,
            boolean invalidToo,
            boolean each,
            List<TableColumn> columns) {
        public ExperimentTable {
            of = List.copyOf(of);
            columns = List.copyOf(columns);
        }
    }

    /** Column of a table. */
    public record TableColumn(String name, String unit, CellSource source) {}

    /** Source of the cells of a column. */
    public sealed interface CellSource {
        /** Text with placeholders. */
        record Value(String template) implements CellSource {}

        /** Figure of the run, by the key of {@code bin/report compare}; keys are tried in order. */
        record Figure(List<String> keys) implements CellSource {
            public Figure {
                keys = List.copyOf(keys);
            }
        }

        /**
         * Ideal growth: what another column would have if it grew like a value from the row that differs in these dimensions.
         *
         * @param by expression of the value, such as the number of nodes
         */
        record Ideal(String column, String by, Map<String, String> against) implements CellSource {}

        /** Change of another column, in percent, relative to the row that differs in these dimensions. */
        record Change(String column, Map<String, String> against) implements CellSource {}
    }

    /** Returns the step with this name, which the reader has verified to exist. */
    ExperimentStep step(String wanted) {
        return steps.stream()
                .filter(step -> step.name().equals(wanted))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Rule that a figure of a run must keep, such as {@code efficiency >= 85}.
     *
     * @param atLeast whether the limit is a lower one
     */
    public record AcceptanceRule(String figure, boolean atLeast, double limit) {
        private static final Pattern FORM = Pattern.compile("(\\S+) (>=|<=) (\\d+(?:\\.\\d+)?)");

        /** @throws IllegalArgumentException if the text is no rule */
        static AcceptanceRule parse(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                throw new IllegalArgumentException(
                        "a rule must be FIGURE >= NUMBER or FIGURE <= NUMBER, not '" + text + "'");
            }
            return new AcceptanceRule(form.group(1), form.group(2).equals(">="), Double.parseDouble(form.group(3)));
        }

        /** Returns why the run does not keep it; empty if it does. A lower bound keeps no upper limit. @param figures of the run, by key */
        Optional<String> violation(Function<String, Optional<StepFigure>> figures) {
            Optional<StepFigure> found = figures.apply(figure);
            if (found.isEmpty()) {
                return Optional.of(figure + " was not measured");
            }
            double value = found.get().value();
            boolean open = found.get().atLeast(); // longer than everything that was seen to end
            boolean kept = atLeast ? value >= limit : value <= limit && !open;
            return kept
                    ? Optional.empty()
                    : Optional.of(figure + " is " + (open ? "> " : "") + shown(value) + ", wanted "
                            + text().substring(figure.length() + 1));
        }

        /** Returns the rule as it is written in a file. */
        public String text() {
            return figure + (atLeast ? " >= " : " <= ") + shown(limit);
        }

        /** Formats a number, with all its digits where fewer would show it on another side of the limit. */
        private String shown(double number) {
            String rounded = HumanNumbers.amount(number);
            return !Double.isFinite(number) || side(Double.parseDouble(rounded.replace(",", ""))) == side(number)
                    ? rounded
                    : BigDecimal.valueOf(number).toPlainString();
        }

        private int side(double number) {
            return Integer.signum(Double.compare(number, limit));
        }
    }
}
