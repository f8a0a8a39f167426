package squall.adversity.dialects;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import squall.adversity.PlainCluster;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Target;

/** Trial of a background work that has been injected, with the means of a process that heals it later from the journal. */
record BackgroundWorkTrial(Fault.Work fault, FaultContext context, FaultProvider provider, Options options) {
    /** Name of everything that it creates. */
    static final String NAME = "adv_a1_f1";

    private static FaultProvider provider(String kind) {
        return ServiceLoader.load(FaultProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.kind().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the facts that are chosen where no option says them. */
    static Map<String, String> facts(ImitatedDatabase database, String kind) throws IOException, InterruptedException {
        Cluster cluster = new PlainCluster(database.target(), database.nodes());
        FaultContext before = new FaultContext(NAME, cluster, List.of(), Map.of());
        return provider(kind).fault(before, new Options(kind, Map.of())).facts();
    }

    static BackgroundWorkTrial begin(ImitatedDatabase database, String kind, Map<String, String> options)
            throws IOException, InterruptedException {
        return begin(new PlainCluster(database.target(), database.nodes()), kind, options);
    }

    /** Begins the work on a database of two servers, each of which tells of its own sessions only. */
    static BackgroundWorkTrial begin(
            ImitatedDatabase one, ImitatedDatabase other, String kind, Map<String, String> options)
            throws IOException, InterruptedException {
        Target first = one.target();
        int begins = other.target().url().indexOf("//") + 2;
        String second =
                other.target().url().substring(begins, other.target().url().indexOf('/', begins));
        Target both = new Target(
                first.kind(),
                first.url().replaceFirst("(//[^/]+)/", "$1," + second + "/"),
                first.user(),
                first.password(),
                first.properties());
        return begin(new PlainCluster(both, one.nodes()), kind, options);
    }

    private static BackgroundWorkTrial begin(Cluster cluster, String kind, Map<String, String> options)
            throws IOException, InterruptedException {
        FaultProvider provider = provider(kind);
        Options given = new Options(kind, options);
        FaultContext before = new FaultContext(NAME, cluster, List.of(), Map.of());
        FaultContext context = new FaultContext(
                NAME, cluster, List.of(), provider.fault(before, given).facts());
        Fault.Work fault = (Fault.Work) provider.fault(context, given);
        fault.inject(Duration.ofMinutes(1));
        return new BackgroundWorkTrial(fault, context, provider, given);
    }

    /** Creates the fault as another process would, from the journal. */
    Fault again() {
        return provider.fault(context, options);
    }
}
