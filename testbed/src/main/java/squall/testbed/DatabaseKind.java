package squall.testbed;

import java.io.IOException;
import java.util.function.Consumer;
import squall.spi.Options;

/** A database that {@code bin/testbed} can run; the option {@code name} distinguishes several of a kind. */
interface DatabaseKind {
    /** One sentence for users. */
    String about();

    /** @param say receives one line for each step that takes noticeable time */
    TestbedReport up(Options options, Consumer<String> say) throws IOException, InterruptedException;

    TestbedReport down(Options options) throws IOException, InterruptedException;

    TestbedReport status(Options options) throws IOException, InterruptedException;

    TestbedReport reset(Options options) throws IOException, InterruptedException;

    /** A kind whose nodes can come and go. */
    interface Scaling extends DatabaseKind {
        /** @param say as for {@link #up} */
        TestbedReport addNode(Options options, Consumer<String> say) throws IOException, InterruptedException;

        TestbedReport decommission(Options options, String node, Consumer<String> say)
                throws IOException, InterruptedException;
    }
}
