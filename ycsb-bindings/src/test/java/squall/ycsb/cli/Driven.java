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
import squall.spi.LoadProvider;
import squall.spi.Options;
import squall.spi.Target;

/** The offered load {@code ycsb}, as one drives it who knows nothing of YCSB. */
record Driven(RunResult result, List<CheckResult> checks) {
    private static final long SEED = 7;

    static LoadProvider.Offer offer(Target target, Map<String, String> options) throws IOException {
        LoadProvider ycsb = ServiceLoader.load(LoadProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.kind().equals("ycsb"))
                .findFirst()
                .orElseThrow();
        return ycsb.offer(
                new Options("load", options).with(Map.of("workload", "../workloads/workloada")), target, SEED);
    }

    /** Two seconds of it, after its table was filled. */
    static Driven on(Target target, Map<String, String> options) throws IOException, InterruptedException {
        LoadProvider.Offer offer = offer(target, options);
        offer.fill(line -> {});
        try (Load load = offer.load()) {
            load.setUp();
            RunResult result = new LoadRun(load, plan(offer.sessions()), List.of()).execute();
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
