package squall.adversity.cli;

import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.adversity.Kinds;
import squall.adversity.safety.Healer;
import squall.adversity.safety.Journals;
import squall.adversity.safety.Line;
import squall.adversity.safety.Story;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.progress.Console;

/** Faults of runs whose process is gone: while there are any, no other run begins. */
record LeftBehind(Journals journals, Console console) {
    /** @param healFirst whether to heal them instead of refusing */
    void require(boolean healFirst) throws CommandException, IOException, InterruptedException {
        List<String> left = left();
        if (left.isEmpty()) {
            return;
        }
        if (!healFirst) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "an earlier run left " + String.join(", ", left) + "; heal with 'adversity heal --all', or run with"
                            + " --heal-first");
        }
        Healer healer = new Healer(journals, Kinds.ofClusters(), Kinds.ofFaults(), InstantSource.system());
        ExitCode healed = new HealOrder(journals, healer, console::say, console::tell).all();
        if (healed != ExitCode.OK) {
            throw new CommandException(healed, "what an earlier run left could not be healed");
        }
    }

    private List<String> left() throws IOException, InterruptedException {
        List<String> left = new ArrayList<>();
        for (String run : journals.runs()) {
            Optional<Story> story = journals.story(run);
            if (story.isPresent() && !story.get().owner().lives()) {
                story.get().open().stream()
                        .map(Line::undo)
                        .map(Object::toString)
                        .forEach(left::add);
            }
        }
        return left;
    }
}
