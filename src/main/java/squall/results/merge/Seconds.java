package squall.results.merge;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.measure.Tick;
import squall.results.StoredTicks;

/** The seconds of several runs side by side, added up; those that ended earlier add nothing to the last ones. */
final class Seconds implements Closeable {
    private final List<StoredTicks> open = new ArrayList<>();

    void open(Part part) throws IOException {
        open.add(new StoredTicks(part.run(), part.result()));
    }

    /** Empty after the last second of the longest run. */
    Optional<Tick> next() throws IOException {
        Optional<Tick> sum = Optional.empty();
        for (StoredTicks ticks : open) {
            Optional<Tick> next = ticks.next();
            Optional<Tick> before = sum;
            sum = next.map(tick -> before.map(tick::plus).orElse(tick)).or(() -> before);
        }
        return sum;
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (StoredTicks ticks : open) {
            try {
                ticks.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
