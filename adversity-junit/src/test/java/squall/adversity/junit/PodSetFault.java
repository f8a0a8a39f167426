package squall.adversity.junit;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import squall.scenario.ProviderSpec;

/**
 * Fault on a StatefulSet whose name is that of the fault.
 *
 * @param replicas pods of the set
 * @param target ordinal of the node that it targets; less than 0: none
 */
record PodSetFault(String fault, Map<String, String> options, int replicas, int target) {
    private static final String PARTITION = "partition";
    private static final String SLOW_DISK = "slowDisk";

    /** Faults of each kind that Kubernetes can have; those that change pods one after the other have changed the first, and wait. */
    static final List<PodSetFault> ALL = List.of(
            new PodSetFault("kill", Map.of(), 1, 0),
            new PodSetFault("rollingRestart", Map.of("settle", "300s"), 2, -1),
            new PodSetFault("rollingUpgrade", Map.of("settle", "300s", "to", "docker.io/squall/busybox:local"), 2, -1),
            new PodSetFault("resize", Map.of("settle", "300s", "memory", "150", "cpus", "1"), 2, -1),
            new PodSetFault("addNode", Map.of(), 1, -1),
            new PodSetFault("removeNode", Map.of(), 2, 1),
            new PodSetFault(PARTITION, Map.of(), 2, 1),
            new PodSetFault(SLOW_DISK, Map.of(), 1, 0));

    /** Returns the name of the StatefulSet. */
    String set() {
        return fault.toLowerCase(Locale.ROOT);
    }

    /** Returns whether it is an object of Chaos Mesh, on which nothing acts here. */
    boolean withoutEffect() {
        return fault.equals(PARTITION) || fault.equals(SLOW_DISK);
    }

    ProviderSpec cluster(String namespace) {
        return cluster(set(), namespace);
    }

    /** Returns how Squall reaches a StatefulSet, which it leaves as it is at the end of a run. */
    static ProviderSpec cluster(String set, String namespace) {
        return new ProviderSpec(
                "kubernetes",
                Map.of(
                        "statefulset",
                        set,
                        "namespace",
                        namespace,
                        "port",
                        "26257",
                        "leave",
                        "true",
                        "volume",
                        PodSets.volume(namespace).toString(),
                        "url",
                        "jdbc:postgresql://127.0.0.1:1/x"));
    }
}
