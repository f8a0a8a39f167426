package squall.apps.paper;

import java.util.List;
import java.util.Optional;

/** The two ways in which databases were spoken to, each with the system that the paper measured through it. */
enum PaperApi {
    YCQL("ycql", "yugabytedb", "cql://", "cassandra"),
    SQL("sql", "cockroachdb", "jdbc:", "postgres");

    private final String label;
    private final String system;
    private final String scheme;
    private final String embedded;

    PaperApi(String label, String system, String scheme, String embedded) {
        this.label = label;
        this.system = system;
        this.scheme = scheme;
        this.embedded = embedded;
    }

    /** The end of its experiments' names. */
    String label() {
        return label;
    }

    /** As the published tables name it. */
    String system() {
        return system;
    }

    /** The kind of target that workloads use where no address is given. */
    String embedded() {
        return embedded;
    }

    static Optional<PaperApi> ofUrl(String url) {
        return List.of(values()).stream()
                .filter(api -> url.startsWith(api.scheme))
                .findFirst();
    }

    static PaperApi ofSystem(String system) {
        return List.of(values()).stream()
                .filter(api -> api.system.equals(system))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no system of the paper: " + system));
    }
}
