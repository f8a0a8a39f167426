package squall.results.merge;

import java.nio.file.Path;
import java.util.List;
import squall.cli.ExitCodes;
import squall.results.Figure;
import squall.run.RunResult;
import squall.spi.CheckResult;

/**
 * What a merge has written.
 *
 * @param codes the reasons of all parts
 * @param figures of the workload, added up
 */
public record MergedRun(
        Path path, RunResult result, List<CheckResult> checks, ExitCodes codes, List<Figure> figures) {
    public MergedRun {
        checks = List.copyOf(checks);
        figures = List.copyOf(figures);
    }
}
