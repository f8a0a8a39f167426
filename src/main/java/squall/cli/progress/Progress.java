package squall.cli.progress;

import java.util.List;
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

    Progress(Console console, String heading, Plan plan) {
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
                if (course.now().seconds() >= PLAIN_SECONDS) {
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
        firstErrors.lines(tick).forEach(console::say);
    }

    @Override
    public void event(Event event) {
        console.say(Figures.clock(event.atNs() / 1_000_000_000) + " " + event.type() + ": " + event.detail());
    }

    @Override
    public void finished(RunResult result) {
        console.draw(List.of());
    }
}
