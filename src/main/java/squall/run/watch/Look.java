package squall.run.watch;

import java.util.List;
import squall.spi.Reading;

/** One look at one instrument. */
public sealed interface Look {
    /** What was read. */
    String source();

    /** When it was asked for, in nanoseconds since the run began. */
    long atNs();

    /** It answered. */
    record Seen(String source, long atNs, List<Reading> readings) implements Look {
        public Seen {
            readings = List.copyOf(readings);
        }
    }

    /** It did not. */
    record Missed(String source, long atNs, String why) implements Look {}
}
