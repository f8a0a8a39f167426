package squall.ycsb.upstream;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import site.ycsb.DB;
import squall.results.RunInfo.Setting;
import squall.spi.Session;
import squall.system.CommandException;
import squall.ycsb.YcsbProperties;

/** Factory of loads on classes of {@link ThirdParty} and of upstream. */
final class Loads {
    static final String PREFIX = ThirdParty.class.getName() + "$";

    private Loads() {}

    /** Performs so many turns of one session. @return how often each operation was recorded with each code */
    static Map<String, Long> perform(UpstreamLoad load, int turns) throws Exception {
        // Workloads measure by the real clock: so late in the run that no sample can have begun before it.
        RecordedTurn turn = new RecordedTurn(0, TimeUnit.HOURS.toNanos(1));
        Session session = load.open(0);
        for (int i = 0; i < turns; i++) {
            session.perform(turn);
        }
        session.close();
        return turn.codes().stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    static UpstreamLoad load(boolean load, String workload, Class<? extends DB> db) throws CommandException {
        return make(load, Map.of("workload", PREFIX + workload, "db", db.getName(), "threadcount", "2"));
    }

    static UpstreamLoad make(boolean load, Map<String, String> properties) throws CommandException {
        Map<String, Setting> settings = new TreeMap<>();
        List.copyOf(properties.entrySet()).forEach(e -> settings.put(e.getKey(), new Setting(e.getValue(), "-p")));
        return new UpstreamLoad(YcsbProperties.of(settings), Loads.class.getClassLoader(), load);
    }
}
