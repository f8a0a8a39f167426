package squall.scenario;

/** What runs from the first phase of a scenario to the last. */
public record Setting(ClusterChoice cluster, LoadChoice load, Probes probes, Safety safety) {
    public Setting with(ClusterChoice other) {
        return new Setting(other, load, probes, safety);
    }

    public Setting with(LoadChoice other) {
        return new Setting(cluster, other, probes, safety);
    }
}
