package squall.adversity.process;

import java.util.List;
import java.util.Map;
import squall.spi.Cluster;
import squall.spi.Cluster.Resizes;
import squall.spi.Options;

/** Offers nodes that get more of their machine or less, one at a time, by the name {@code resize}. */
public final class Resize implements InTurn {
    private static final int USUAL_PERCENT = 200;
    private static final int LEAST_PERCENT = 10;
    private static final int MOST_PERCENT = 1000;
    private static final int MOST_CPUS = 1024;

    @Override
    public String kind() {
        return "resize";
    }

    @Override
    public String summary() {
        return "restarts node after node with more or less of its machine: memory (percent of what it has, 200), cpus (as before), settle (5s); healed, back again";
    }

    @Override
    public List<String> own() {
        return List.of("memory", "cpus");
    }

    @Override
    public Class<?> means() {
        return Resizes.class;
    }

    @Override
    public Treatment treatment(Cluster cluster, Options options, Map<String, String> before) {
        int memoryPercent = options.number("memory", USUAL_PERCENT, LEAST_PERCENT, MOST_PERCENT);
        return new Resizing(cluster, memoryPercent, options.number("cpus", 0, 0, MOST_CPUS), before);
    }
}
