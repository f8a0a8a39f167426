package squall.results.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import squall.results.RecordedEvent;
import squall.results.RunDirectory;
import squall.run.Event;

/** What happened to each client, in the order of their clocks. */
final class Events {
    private Events() {}

    static void copy(List<Part> parts, RunDirectory merged) throws IOException {
        List<Event> events = new ArrayList<>();
        for (Part part : parts) {
            for (RecordedEvent event : part.run().events()) {
                events.add(Event.of(event.atNs(), event.type(), part.id() + ": " + event.detail()));
            }
        }
        events.sort(Comparator.comparingLong(Event::atNs));
        events.forEach(merged::event);
    }
}
