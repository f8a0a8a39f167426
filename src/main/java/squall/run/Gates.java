package squall.run;

import java.util.concurrent.CountDownLatch;

/** What sessions and leader wait for: all have tried to open; the run goes, or is called off; all have ended. */
record Gates(CountDownLatch opened, CountDownLatch go, CountDownLatch ended) {
    Gates(int sessions) {
        this(new CountDownLatch(sessions), new CountDownLatch(1), new CountDownLatch(sessions));
    }
}
