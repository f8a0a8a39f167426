package squall.benchbase.cli;

import java.time.Duration;
import squall.cli.Figures;
import squall.cli.progress.Console;
import squall.tpcc.loading.LoadListener;
import squall.tpcc.loading.LoadProgress;

/** Says every few seconds how far a load has got. */
final class LoadProgressLines implements LoadListener {
    private static final Duration EVERY = Duration.ofSeconds(10);

    private final Console console;
    private Duration next = EVERY;

    LoadProgressLines(Console console) {
        this.console = console;
    }

    @Override
    public void said(String line) {
        console.say(line);
    }

    @Override
    public void advanced(LoadProgress progress) {
        if (progress.elapsed().compareTo(next) < 0) {
            return;
        }
        next = progress.elapsed().plus(EVERY);
        console.say("loading: " + progress.warehouses() + " of " + progress.plannedWarehouses() + " warehouses, "
                + Figures.count(Math.round(progress.rowsPerSecond())) + " rows/s"
                + progress.remaining()
                        .map(left -> ", " + Figures.length(left) + " left")
                        .orElse(""));
    }
}
