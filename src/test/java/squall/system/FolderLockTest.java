package squall.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderLockTest {
    @TempDir
    Path folder;

    @Test
    void a_second_holder_is_told_who_is_in_the_way() throws Exception {
        var inside = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        try (var threads = Executors.newSingleThreadExecutor()) {
            var first = threads.submit(() -> lock(Duration.ofSeconds(30)).hold(() -> {
                inside.countDown();
                mayEnd.await();
                return "first";
            }));
            inside.await();
            try {
                assertThatThrownBy(() -> lock(Duration.ZERO).hold(() -> "second"))
                        .isInstanceOf(FolderLock.HeldException.class)
                        .hasMessage(folder.resolve("lock") + " is still held by another thread of this process after"
                                + " 0 s; wait for it to end, then try again");
            } finally {
                mayEnd.countDown();
            }
            assertThat(first.get()).isEqualTo("first");
        }
    }

    @Test
    void a_failed_action_gives_the_lock_back() throws Exception {
        assertThatThrownBy(() -> lock(Duration.ZERO).hold(() -> {
                    throw new IOException("no luck");
                }))
                .hasMessage("no luck");
        assertThat(lock(Duration.ZERO).hold(() -> "next")).isEqualTo("next");
    }

    private FolderLock lock(Duration limit) {
        return new FolderLock(folder.resolve("lock"), limit);
    }
}
