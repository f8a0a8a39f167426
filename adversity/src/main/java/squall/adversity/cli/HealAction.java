package squall.adversity.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.adversity.safety.Healer;
import squall.adversity.safety.JournalFolder;
import squall.adversity.safety.UndoJournal;
import squall.adversity.safety.UndoJournal.Contents;
import squall.system.ExitCode;
import squall.system.FileErrors;

/**
 * Action of {@code heal}.
 *
 * @param out receives what was healed
 * @param err receives what was not
 */
record HealAction(JournalFolder journals, Healer healer, Consumer<String> out, Consumer<String> err) {
    /** Heals the faults of every run whose process is gone. */
    ExitCode all() throws IOException, InterruptedException {
        ExitCode worst = ExitCode.OK;
        boolean any = false;
        boolean running = false;
        for (String run : journals.runs()) {
            try {
                Optional<UndoJournal.JournalOwner> owner =
                        journals.contents(run).map(Contents::owner);
                if (owner.isPresent() && owner.get().lives()) {
                    err.accept("run " + run + " is still running in process "
                            + owner.get().pid()
                            + " and heals its own faults; to heal them now, use 'adversity heal --run "
                            + run + "'");
                    running = true;
                    continue;
                }
                Healer.HealReport healing = healer.heal(run);
                any |= !healing.healed().isEmpty() || !healing.failed().isEmpty();
                worst = ExitCode.worst(List.of(worst, report(healing)));
            } catch (IOException e) { // the faults of other runs wait for being healed
                err.accept("the faults of run " + run + " are not healed: " + FileErrors.message(e));
                any = true;
                worst = ExitCode.worst(List.of(worst, ExitCode.NOT_HEALED));
            }
        }
        if (!any) {
            out.accept(
                    running
                            ? "nothing to do: no fault is left but those of runs that are still running"
                            : "nothing to do: no fault is left");
        }
        return worst;
    }

    /** Heals the faults that a run left behind, or still has in effect, whether its process is alive or not. */
    ExitCode run(String run) throws IOException, InterruptedException {
        return report(run, healer.heal(run));
    }

    /** Heals the overdue faults of one run. */
    ExitCode overdue(String run) throws IOException, InterruptedException {
        return report(run, healer.healOverdue(run));
    }

    private ExitCode report(String run, Healer.HealReport healing) {
        if (healing.healed().isEmpty() && healing.failed().isEmpty()) {
            out.accept("nothing to do: no fault of run " + run + " is left");
        }
        return report(healing);
    }

    private ExitCode report(Healer.HealReport healing) {
        healing.healed().forEach(what -> out.accept("healed " + what));
        healing.failed().forEach(err);
        return healing.failed().isEmpty() ? ExitCode.OK : ExitCode.NOT_HEALED;
    }
}
