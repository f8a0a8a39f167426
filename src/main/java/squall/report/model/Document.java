package squall.report.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import squall.report.chart.Charts;

/** Something that is told with a verdict, figures and tables; every form writes this and nothing else. */
public interface Document {
    /** By which files and test suites know it. */
    String name();

    String title();

    /** What ran on what. */
    String subtitle();

    Verdict verdict();

    /** What a reader must know before believing a figure. */
    List<String> warnings();

    List<Tile> tiles();

    /** The tables, in the order in which they are shown. */
    List<Grid> grids();

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
    default List<Grid> furtherGrids() {
        return grids().stream()
                .filter(grid -> !leadsEverything() || !grid.id().equals(leading()))
                .toList();
    }

    /** What was wanted, and what came of it. */
    List<Expectation> expectations();

    /** The command line that does the same again, without secrets; empty if there is none. */
    String reproduce();

    /** How the figures were made; at the foot of every form. */
    String method();

    /** What programs are told beside the tables: members of the JSON form. */
    Map<String, Object> further();

    Charts charts();

    default Optional<Grid> grid(String id) {
        return grids().stream().filter(grid -> grid.id().equals(id)).findFirst();
    }
}
