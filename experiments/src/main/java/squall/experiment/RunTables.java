package squall.experiment;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.report.AdversityCard;
import squall.report.compare.ComparedRun;
import squall.report.compare.SuccessiveComparisons;
import squall.report.table.NamedRun;
import squall.report.table.PaperTable;
import squall.table.Table;

/** Kind of table that is made of the runs of steps. @param name of a table of {@code bin/report table}, or of another command of bin/report */
public record RunTables(String name) {
    private static final String CARD = "card";
    private static final String COMPARE = "compare";

    static List<String> names() {
        return Stream.concat(Stream.of(PaperTable.values()).map(PaperTable::label), Stream.of(CARD, COMPARE))
                .toList();
    }

    /**
     * Creates the tables, at least one of at least one run; a card or comparison is of those runs that can be in it.
     *
     * @param mostDelayMs the p99 of the client's own delay up to which a run counts that is invalid for no other reason; empty: none does
     * @param note receives why another run is not in it
     * @throws IllegalArgumentException if they cannot be made of these runs; says which and why
     */
    List<Table> of(List<NamedRun> runs, OptionalLong mostDelayMs, Consumer<String> note) throws IOException {
        return switch (name) {
            case CARD -> card(runs, mostDelayMs, note);
            case COMPARE -> List.of(comparisons(runs, note));
            default -> List.of(PaperTable.find(name).orElseThrow().of(runs));
        };
    }

    private static List<Table> card(List<NamedRun> runs, OptionalLong mostDelayMs, Consumer<String> note)
            throws IOException {
        List<NamedRun> fit = new ArrayList<>();
        for (NamedRun run : runs) {
            try {
                AdversityCard.of(List.of(run));
                fit.add(run);
            } catch (IllegalArgumentException e) {
                note.accept(run.name() + ": N/A: " + e.getMessage());
            }
        }
        return fit.isEmpty() ? List.of() : AdversityCard.of(fit, mostDelayMs);
    }

    /** Compares the runs of each name with those of the name before it. */
    private static Table comparisons(List<NamedRun> runs, Consumer<String> note) {
        SequencedMap<String, List<ComparedRun>> groups = new LinkedHashMap<>();
        for (NamedRun run : runs) {
            try {
                ComparedRun read = ComparedRun.read(run.run());
                groups.computeIfAbsent(run.name(), name -> new ArrayList<>()).add(read);
            } catch (IOException e) {
                note.accept(run.name() + ": N/A: " + e.getMessage());
            }
        }
        return SuccessiveComparisons.of(groups);
    }
}
