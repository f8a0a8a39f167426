package squall.report.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import squall.report.chart.PageCharts;
import squall.results.history.IsolationRecord;
import squall.table.Table;
import squall.table.TableCell.CellTone;

/** Something that is told with a verdict, figures and tables; every form writes this and nothing else. */
public interface ReportDocument {
    /** By which files and test suites know it. */
    String name();

    String title();

    /** What ran on what. */
    String subtitle();

    RunVerdict verdict();

    /** What a reader must know before believing a figure. */
    List<String> warnings();

    List<HeadlineTile> tiles();

    /** The tables, in the order in which they are shown. */
    List<Table> tables();

    /** The table above the charts. */
    String leading();

    /** Whether that table stands before everything else, as it says in a row each what it is all about. */
    default boolean leadsEverything() {
        return false;
    }

    /** The tables that are closed until a reader opens them. */
    default Set<String> folded() {
        return Set.of();
    }

    /** All but that with which it begins. */
    default List<Table> furtherTables() {
        return tables().stream()
                .filter(table -> !leadsEverything() || !table.name().equals(leading()))
                .toList();
    }

    /** What was wanted, and what came of it. */
    List<ReportedExpectation> expectations();

    /** The command line that does the same again, without secrets; empty if there is none. */
    String reproduce();

    /** How the figures were made; at the foot of every form. */
    String method();

    /** What the JSON form holds in addition to the tables: the members of this record. */
    Record further();

    PageCharts charts();

    /** What was seen of the isolation of transactions, for those forms that can draw it. */
    default List<IsolationRecord> isolation() {
        return List.of();
    }

    default Optional<Table> table(String id) {
        return tables().stream().filter(table -> table.name().equals(id)).findFirst();
    }

    /**
     * A headline figure.
     *
     * @param note of which window, by which definition
     */
    record HeadlineTile(String label, String value, String note, CellTone tone) {}

    /**
     * Something that was wanted of the run, and what came of it.
     *
     * @param subject what it was wanted of: a phase, the data, the run
     * @param wanted as it was written down
     * @param observed what was found, with its window and count
     */
    record ReportedExpectation(String subject, String wanted, JudgementStatus status, String observed) {}

    /**
     * How the run is judged as a whole.
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
