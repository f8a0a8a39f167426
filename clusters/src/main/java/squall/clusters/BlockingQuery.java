package squall.clusters;

import java.io.IOException;
import java.io.InterruptedIOException;

/** A question to a cluster that takes a while, asked where an interface knows no interrupt. */
@FunctionalInterface
public interface BlockingQuery<T> {
    T ask() throws IOException, InterruptedException;

    /** The answer. @throws InterruptedIOException if the thread is interrupted meanwhile, and it stays so */
    static <T> T now(BlockingQuery<T> question) throws IOException {
        try {
            return question.ask();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            var interrupted = new InterruptedIOException("interrupted while a cluster was asked");
            interrupted.initCause(e);
            throw interrupted;
        }
    }
}
