package squall.ycsb.offer;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import squall.cli.CommandException;
import squall.run.Ending;
import squall.run.Pace;
import squall.run.Plan;
import squall.run.Run;
import squall.run.RunResult;
import squall.run.StopRule;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Load;
import squall.spi.LoadProvider;
import squall.spi.WrongDataException;
import squall.ycsb.Binding;
import squall.ycsb.ClientProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.cql.CqlTarget;
import squall.ycsb.jdbc.JdbcTarget;
import squall.ycsb.loading.Existing;
import squall.ycsb.store.BindingTarget;
import squall.ycsb.store.Shards;
import squall.ycsb.workload.CoreSettings;
import squall.ycsb.workload.CoreTraffic;

/** CoreWorkload as its properties want it, on the database they lead to. */
record YcsbOffer(YcsbProperties properties, Binding binding, CoreSettings settings, CoreTraffic traffic)
        implements LoadProvider.Offer {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final StopRule DATABASE_GONE = new StopRule.NoSuccess(Duration.ofSeconds(60));

    @Override
    public void fill(Consumer<String> say) throws IOException, InterruptedException {
        try (Shards stores = connect(say)) {
            CoreLoads.Filling filling = loads(stores, say).filling(Existing.APPEND);
            requireWhole(new Run(filling.load(), plan(), List.of()).execute());
            requirePassed(filling.check().run());
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    @Override
    public Load load() throws IOException, InterruptedException {
        Shards stores = null;
        Load load = null;
        try {
            stores = connect(line -> {});
            load = new ConnectedLoad(
                    loads(stores, line -> {}).running(traffic, binding).load(), stores);
            return load;
        } catch (CommandException e) {
            throw e.plain();
        } finally {
            if (load == null && stores != null) {
                stores.close();
            }
        }
    }

    @Override
    public int sessions() {
        return properties.get(ClientProperties.THREAD_COUNT);
    }

    private Shards connect(Consumer<String> say) throws CommandException, InterruptedException {
        ClassLoader classes = YcsbOffer.class.getClassLoader();
        BindingTarget target = binding.equals(Binding.YCQL)
                ? CqlTarget.of(properties, classes, say)
                : JdbcTarget.of(properties, classes, say);
        return target.connect(settings.schema());
    }

    private CoreLoads loads(Shards stores, Consumer<String> say) {
        return new CoreLoads(properties, settings, stores, say);
    }

    private Plan plan() {
        int sessions = (int) Math.min(sessions(), settings.rows());
        return new Plan(
                sessions,
                new Pace.Closed(),
                OptionalLong.of(settings.rows()),
                Optional.empty(),
                Duration.ZERO,
                GRACE,
                settings.seed(),
                Plan.Threads.suiting(sessions),
                List.of(DATABASE_GONE));
    }

    private static void requireWhole(RunResult result) throws IOException {
        long failed = result.total().failed() + result.unfinished();
        if (failed > 0 || !(result.ending() instanceof Ending.Complete)) {
            throw new IOException("loading the table did not succeed: " + failed + " of " + result.planned()
                    + " rows were not stored; ended by " + result.ending());
        }
    }

    /** What is wrong comes first: another check may not even have been answered. */
    private static void requirePassed(List<CheckResult> checks) throws IOException {
        for (CheckResult check : checks) {
            if (check.verdict() == Verdict.FAILED) {
                throw new WrongDataException(check);
            }
        }
        for (CheckResult check : checks) {
            if (check.verdict() == Verdict.UNDECIDED) {
                throw new IOException("the loaded data could not be checked: " + check.name() + ": " + check.detail());
            }
        }
    }
}
