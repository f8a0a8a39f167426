package squall.run.conduct;

import java.util.ArrayList;
import java.util.List;
import squall.run.Event;

/** What was told of a run and what of it its listeners have heard; safe for any number of threads. */
final class Heard {
    private final List<Event> waiting = new ArrayList<>();

    synchronized void told(Event event) {
        waiting.add(event);
    }

    synchronized void heard(Event event) {
        waiting.remove(event);
    }

    synchronized List<Event> unheard() {
        return List.copyOf(waiting);
    }
}
