package squall.testbed;

import java.io.IOException;
import java.util.function.Consumer;
import squall.spi.Options;

/** A database that {@code bin/testbed} can run; the option {@code name} tells several of a kind apart. */
interface Kind {
    /** One sentence for users. */
    String about();

    /** @param say hears what takes longer than a moment, one line each */
    Report up(Options options, Consumer<String> say) throws IOException, InterruptedException;

    Report down(Options options) throws IOException, InterruptedException;

    Report status(Options options) throws IOException, InterruptedException;

    Report reset(Options options) throws IOException, InterruptedException;

    /** A kind whose nodes can come and go. */
    interface Scaling extends Kind {
        /** @param say as for {@link #up} */
        Report addNode(Options options, Consumer<String> say) throws IOException, InterruptedException;

        Report decommission(Options options, String node, Consumer<String> say)
                throws IOException, InterruptedException;
    }
}
