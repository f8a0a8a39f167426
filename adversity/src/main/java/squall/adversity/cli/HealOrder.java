package squall.adversity.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.adversity.safety.Healer;
import squall.adversity.safety.Healing;
import squall.adversity.safety.Journals;
import squall.adversity.safety.Owner;
import squall.adversity.safety.Story;
import squall.cli.ExitCode;

/**
 * What {@code heal} does.
 *
 * @param out hears what was healed
 * @param err hears what was not
 */
record HealOrder(Journals journals, Healer healer, Consumer<String> out, Consumer<String> err) {
    /** Heals what every run left whose process is gone. */
    ExitCode all() throws IOException, InterruptedException {
        ExitCode worst = ExitCode.OK;
        boolean any = false;
        for (String run : journals.runs()) {
            Optional<Owner> owner = journals.story(run).map(Story::owner);
            if (owner.isPresent() && owner.get().lives()) {
                err.accept("run " + run + " goes on in process " + owner.get().pid()
                        + " and heals its own faults; 'adversity heal --run " + run + "' does it all the same");
                continue;
            }
            Healing healing = healer.heal(run);
            any |= !healing.healed().isEmpty() || !healing.failed().isEmpty();
            worst = ExitCode.worst(List.of(worst, told(healing)));
        }
        if (!any) {
            out.accept("nothing to do: no fault is left");
        }
        return worst;
    }

    /** Heals what one run left, or has, whether its process lives or not. */
    ExitCode run(String run) throws IOException, InterruptedException {
        return told(run, healer.heal(run));
    }

    /** Heals what one run should have healed by now. */
    ExitCode overdue(String run) throws IOException, InterruptedException {
        return told(run, healer.healOverdue(run));
    }

    private ExitCode told(String run, Healing healing) {
        if (healing.healed().isEmpty() && healing.failed().isEmpty()) {
            out.accept("nothing to do: no fault of run " + run + " is left");
        }
        return told(healing);
    }

    private ExitCode told(Healing healing) {
        healing.healed().forEach(what -> out.accept("healed " + what));
        healing.failed().forEach(err);
        return healing.failed().isEmpty() ? ExitCode.OK : ExitCode.NOT_HEALED;
    }
}
