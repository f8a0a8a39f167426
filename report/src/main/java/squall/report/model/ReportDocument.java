package squall.report.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import squall.report.chart.PageCharts;
import squall.results.history.IsolationRecord;
import squall.table.Table;
import squall.table.TableCell.CellTone;

/** Document with a verdict, figures and tables; every format writes this and nothing else. */
public interface ReportDocument {
    /** Returns the name for files and test suites. */
    String name();

    String title();

    /** Returns the database and the workload. */
    String subtitle();

    RunVerdict verdict();

    /** Returns what a reader must know to interpret the figures. */
    List<String> warnings();

    List<HeadlineTile> tiles();

    /** Returns the tables, in the order in which they are shown. */
    List<Table> tables();

    /** Returns the name of the table above the charts. */
    String leading();

    /** Returns whether that table comes before everything else, because it summarizes each phase in a row. */
    default boolean leadsEverything() {
        return false;
    }

    /** Returns the tables that are closed until a reader opens them. */
    default Set<String> folded() {
        return Set.of();
    }

    /** Returns all tables but the leading one. */
    default List<Table> furtherTables() {
        return tables().stream()
                .filter(table -> !leadsEverything() || !table.name().equals(leading()))
                .toList();
    }

    /** Returns the expectations and their outcome. */
    default List<ReportedExpectation> expectations() {
        return List.of();
    }

    /** Returns the command line that repeats the run, without secrets; empty if there is none. */
    default String reproduce() {
        return "";
    }

    /** Returns the method by which the figures were made; at the foot of every format. */
    String method();

    /** Returns the record whose members the JSON format has in addition to the tables. */
    Record further();

    PageCharts charts();

    /** Returns the observed isolation of transactions, for those formats that can draw it. */
    default List<IsolationRecord> isolation() {
        return List.of();
    }

    default Optional<Table> table(String id) {
        return tables().stream().filter(table -> table.name().equals(id)).findFirst();
    }

    /**
     * Figure of the headline.
     *
     * @param note of which window, by which definition
     */
    record HeadlineTile(String label, String value, String note, CellTone tone) {
        /** Creates a figure that is neither good nor bad. */
        public HeadlineTile(String label, String value, String note) {
            this(label, value, note, CellTone.PLAIN);
        }
    }

    /**
     * Expectation on the run, and its outcome.
     *
     * @param subject what it applies to: a phase, the data, the run
     * @param wanted as it was written down
     * @param observed what was found, with its window and count
     */
    record ReportedExpectation(String subject, String wanted, JudgementStatus status, String observed) {}

    /**
     * Verdict on the run as a whole.
     *
     * @param headline why, in a few words
     * @param exitCode of the command; empty while it runs and if it was killed
     * @param reasons each why that is not 0, the one that decides first
     */
    record RunVerdict(JudgementStatus status, String headline, OptionalInt exitCode, List<String> reasons) {
        public RunVerdict {
            reasons = List.copyOf(reasons);
        }
    }
}
