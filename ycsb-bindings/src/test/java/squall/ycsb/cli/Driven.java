package squall.ycsb.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import squall.engine.LoadRun;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.spi.CheckResult;
import squall.spi.Load;
import squall.spi.Options;
import squall.spi.PreparedWorkload;
import squall.spi.Target;
import squall.spi.Workload;

/** Run of the workload {@code ycsb}, driven through the interface of workloads alone. */
record Driven(RunResult result, List<CheckResult> checks) {
    private static final long SEED = 7;

    static PreparedWorkload prepare(Target target, Map<String, String> options) throws IOException {
        Workload ycsb = ServiceLoader.load(Workload.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(workload -> workload.name().equals("ycsb"))
                .findFirst()
                .orElseThrow();
        return ycsb.prepare(
                new Options("load", options).with(Map.of("workload", "../workloads/workloada")), target, SEED);
    }

    /** Runs the workload for two seconds, after its table was filled. */
    static Driven on(Target target, Map<String, String> options) throws IOException, InterruptedException {
        PreparedWorkload prepared = prepare(target, options);
        prepared.fill(line -> {});
        try (Load load = prepared.load()) {
            load.setUp();
            RunResult result = new LoadRun(load, plan(prepared.sessions()), List.of()).execute();
            return new Driven(result, load.check());
        }
    }

    private static LoadPlan plan(int sessions) {
        return new LoadPlan(
                sessions,
                new LoadPace.Closed(),
                OptionalLong.empty(),
                Optional.of(Duration.ofSeconds(2)),
                Duration.ZERO,
                Duration.ofSeconds(5),
                SEED,
                LoadPlan.Threads.PLATFORM,
                List.of());
    }
}
