package squall.results.merge;

import java.nio.file.Path;
import java.util.List;
import squall.cli.JudgedRun;
import squall.results.Figure;

/**
 * What a merge has written.
 *
 * @param run with the checks and the reasons of all parts
 * @param figures of the workload, added up
 */
public record MergedRun(Path path, JudgedRun run, List<Figure> figures) {
    public MergedRun {
        figures = List.copyOf(figures);
    }
}
