package squall.results.merge;

import java.nio.file.Path;
import java.util.List;
import squall.results.WorkloadFigure;
import squall.verdict.JudgedRun;

/**
 * What a merge has written.
 *
 * @param run with the checks and the reasons of all parts
 * @param figures of the workload, added up
 */
public record MergedRun(Path path, JudgedRun run, List<WorkloadFigure> figures) {
    public MergedRun {
        figures = List.copyOf(figures);
    }
}
