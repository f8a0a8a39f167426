package squall.adversity.junit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import squall.report.compare.ComparedRun;
import squall.report.compare.GateReport;
import squall.report.compare.GateSettings;
import squall.report.compare.RegressionGate;
import squall.results.recorded.RecordedRun;
import squall.system.CommandException;
import squall.system.ExitCode;

/** Assertions about several runs of one scenario. */
public final class GateAssert extends AbstractAssert<GateAssert, List<AdversityRun>> {
    GateAssert(List<AdversityRun> runs) {
        super(runs, GateAssert.class);
    }

    /**
     * Verifies that these runs pass {@code bin/adversity gate} with its defaults; also fails if they are too few for a sure answer, and says
     * how many more it needs.
     *
     * @param baseline run directories of earlier runs of the same scenario, 20 or more
     */
    public GateAssert areNoWorseThan(List<Path> baseline) {
        RegressionGate gate;
        try {
            gate = RegressionGate.of(
                    read(baseline),
                    read(actual.stream().map(AdversityRun::directory).toList()),
                    GateSettings.USUAL);
        } catch (IOException | CommandException e) {
            throw failure("the runs cannot be judged: %s", e.getMessage());
        }
        if (gate.exitCode() != ExitCode.OK) {
            throw failure("%s", new GateReport(gate).text());
        }
        return this;
    }

    private static List<ComparedRun> read(List<Path> directories) throws IOException {
        List<ComparedRun> runs = new ArrayList<>();
        for (Path directory : directories) {
            runs.add(ComparedRun.read(RecordedRun.read(directory)));
        }
        return runs;
    }
}
