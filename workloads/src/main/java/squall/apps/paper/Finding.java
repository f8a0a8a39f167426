package squall.apps.paper;

import java.util.List;
import java.util.Optional;
import squall.cli.ExitCode;
import squall.report.table.Stretch;

/** What became of an experiment here. */
sealed interface Finding {
    /** It has no figures. @param why in a few words */
    record NotRun(String why) implements Finding {}

    /** It ran, to its end or not. */
    record Ran(Config config, ExitCode code, List<Stretch> stretches) implements Finding {
        public Ran {
            stretches = List.copyOf(stretches);
        }

        /** Its figures for a row of the paper: the warm-up is the initial phase, what comes after it all the others. */
        Optional<Stretch> of(PublishedRow row) {
            return stretches.stream()
                    .filter(stretch -> stretch.operation().equals(row.kind().measured()))
                    .filter(stretch -> stretch.warmUp() == row.phase().equals(PublishedRow.INITIAL))
                    .findFirst();
        }
    }
}
