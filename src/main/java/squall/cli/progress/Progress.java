package squall.cli.progress;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.cli.Figures;
import squall.measure.Pulse;
import squall.measure.Tick;
import squall.run.Event;
import squall.run.Plan;
import squall.run.RunListener;
import squall.run.RunResult;

/** Shows a run while it goes on, in the form the {@link Console} was asked for; its heading, whole, stays on the screen. */
public final class Progress implements RunListener {
    private static final int PLAIN_SECONDS = 10;

    private final Console console;
    private final String heading;
    private final Course course;
    private final FirstErrors firstErrors = new FirstErrors();
    private final Optional<PhaseLines> phases;

    /** @param phases what is said of a scenario's phases; empty: every event and every kind of error is said */
    Progress(Console console, String heading, Plan plan, Optional<PhaseLines> phases) {
        this.phases = console.mode() == Mode.JSON ? Optional.empty() : phases; // programs get every event
        this.console = console;
        this.heading = heading;
        this.course = new Course(plan);
    }

    @Override
    public void started(long startedAtEpochMs) {
        course.started(startedAtEpochMs);
        console.say(heading);
    }

    @Override
    public void pulse(Pulse pulse) {
        course.add(pulse);
        switch (console.mode()) {
            case TTY -> {
                console.draw(LiveForm.lines(course, console.screen()));
                course.shown();
            }
            case PLAIN -> {
                if (course.now().seconds() >= PLAIN_SECONDS && (phases.isEmpty() || console.plainAskedFor())) {
                    console.print(PlainForm.line(course));
                    course.shown();
                }
            }
            case JSON -> {
                console.print(JsonLine.of(JsonForm.members(course)));
                course.shown();
            }
            case AUTO, NONE -> {}
        }
    }

    @Override
    public void closed(Tick tick) {
        course.add(tick);
        if (phases.isEmpty()) {
            firstErrors.lines(tick).forEach(console::say);
        }
    }

    @Override
    public void event(Event event) {
        if (phases.isPresent()) {
            say(phases.get().hear(event));
        } else {
            Duration took = Duration.ofNanos(event.endNs() - event.atNs());
            console.say(Figures.clock(event.atNs() / 1_000_000_000) + " " + event.type() + ": " + event.detail()
                    + (took.toSeconds() == 0 ? "" : " (took " + Figures.length(took) + ")"));
        }
    }

    @Override
    public void finished(RunResult result) {
        console.draw(List.of());
        phases.ifPresent(lines -> say(lines.over(result.elapsedNs())));
    }

    private void say(List<String> lines) {
        lines.forEach(line -> console.say(console.screen().fit(line)));
    }
}
