package squall.apps.paper;

import java.util.List;
import java.util.Optional;
import squall.report.table.OperationWindow;
import squall.system.ExitCode;

/** What became of an experiment here. */
sealed interface ExperimentResult {
    /** It has no figures. @param why in a few words */
    record NotRun(String why) implements ExperimentResult {}

    /** It ran, to its end or not. */
    record Ran(ExperimentConfig config, ExitCode code, List<OperationWindow> stretches) implements ExperimentResult {
        public Ran {
            stretches = List.copyOf(stretches);
        }

        /** Its figures for a row of the paper: the warm-up is the initial phase, what comes after it all the others. */
        Optional<OperationWindow> of(PublishedRow row) {
            return stretches.stream()
                    .filter(stretch -> stretch.operation().equals(row.kind().measured()))
                    .filter(stretch -> stretch.warmUp() == row.phase().equals(PublishedRow.INITIAL))
                    .findFirst();
        }
    }
}
