package squall.apps.paper;

import java.util.List;

/** The two operations that the paper gives figures of. */
enum PaperOperation {
    WRITE("write", "Write", "num_threads_write"),
    READ("read", "Read", "num_threads_read");

    private final String published;
    private final String measured;
    private final String threadsOption;

    PaperOperation(String published, String measured, String threadsOption) {
        this.published = published;
        this.measured = measured;
        this.threadsOption = threadsOption;
    }

    String plural() {
        return published + "s";
    }

    /** The name of the operation in a run's results. */
    String measured() {
        return measured;
    }

    String threadsOption() {
        return threadsOption;
    }

    static PaperOperation ofPublished(String name) {
        return List.of(values()).stream()
                .filter(kind -> kind.published.equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no operation of the paper: " + name));
    }
}
