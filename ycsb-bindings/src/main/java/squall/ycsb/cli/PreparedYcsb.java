package squall.ycsb.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import squall.engine.LoadRun;
import squall.engine.RunResult;
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.spi.Load;
import squall.spi.Outcome;
import squall.spi.PreparedWorkload;
import squall.spi.WrongDataException;
import squall.system.CommandException;
import squall.system.HumanNumbers;
import squall.ycsb.ClientProperties;
import squall.ycsb.CoreProperties;
import squall.ycsb.DatabaseBinding;
import squall.ycsb.JdbcProperties;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.cql.CqlTarget;
import squall.ycsb.jdbc.JdbcTarget;
import squall.ycsb.loading.CoreLoadPhase;
import squall.ycsb.loading.TablePreparation;
import squall.ycsb.store.BindingTarget;
import squall.ycsb.store.Shards;
import squall.ycsb.workload.CoreRun;
import squall.ycsb.workload.CoreSettings;
import squall.ycsb.workload.CoreTraffic;
import squall.ycsb.workload.ValueMaker;

/**
 * CoreWorkload as its properties want it, on the database they lead to.
 *
 * @param filling the same, with time enough for the statements that fill the table
 * @param judged the check of the operations while the load runs
 */
record PreparedYcsb(
        YcsbProperties properties,
        YcsbProperties filling,
        DatabaseBinding binding,
        CoreSettings settings,
        CoreTraffic traffic,
        IsolationSettings judged)
        implements PreparedWorkload {
    /** Attempts at filling the table: on a busy machine a server gives up single statements, however long its client waits. */
    private static final int PASSES = 3;

    @Override
    public void fill(Consumer<String> say) throws IOException, InterruptedException {
        try (Shards stores = connect(filling, say)) {
            LoadPlan plan = new YcsbPlanner(filling, ClientSplit.WHOLE).load(settings.rows(), false);
            YcsbProperties pass = filling;
            for (int left = PASSES - 1; ; left--) {
                CoreLoadPhase.Prepared phase = CoreLoadPhase.Prepared.of(
                        pass, settings, stores, TablePreparation.ExistingRowPolicy.APPEND, say);
                RunResult result = new LoadRun(phase.load(), plan, List.of()).execute();
                Optional<String> missing = missing(result);
                if (missing.isEmpty()) {
                    requirePassed(phase.check().run());
                    kept(result).ifPresent(say);
                    return;
                }
                if (left == 0 || !(result.ending() instanceof RunEnding.Complete)) {
                    throw new IOException("loading the table failed: " + missing.get() + " (" + result.ending() + ")");
                }
                say.accept(missing.get() + ": loading them again");
                pass = filling.with(SquallProperties.EXISTING, "append", "driver");
            }
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    /** Describes how many rows were there before; empty if none were. */
    private static Optional<String> kept(RunResult result) {
        long there = result.total().operations().stream()
                .mapToLong(OperationSummary::existed)
                .sum();
        long loaded = result.total().operations().stream()
                        .mapToLong(OperationSummary::ok)
                        .sum()
                - there;
        return there == 0
                ? Optional.empty()
                : Optional.of(
                        HumanNumbers.counted(there, "row") + " were there, " + HumanNumbers.count(loaded) + " loaded");
    }

    @Override
    public Load load() throws IOException, InterruptedException {
        Shards stores = null;
        Load load = null;
        try {
            stores = connect(properties, line -> {});
            stores.requireTable(binding);
            stores.requireColumns();
            load = CoreRun.on(stores, settings, traffic, line -> {}, judged.operations(traffic, stores));
            return load;
        } catch (CommandException e) {
            throw e.plain();
        } finally {
            if (load == null && stores != null) {
                stores.close();
            }
        }
    }

    /** Returns whether all it does is to read rows and to overwrite them with values that its seed determines. */
    @Override
    public boolean idempotent() {
        return judged.judged().isEmpty()
                && settings.values() instanceof ValueMaker.Random
                && properties.get(CoreProperties.INSERT_PROPORTION) <= 0
                && properties.get(CoreProperties.READ_MODIFY_WRITE_PROPORTION) <= 0
                && !properties.get(CoreProperties.REQUEST_DISTRIBUTION).equals("sequential")
                && properties.get(JdbcProperties.BATCH_SIZE) <= 1;
    }

    @Override
    public int sessions() {
        return properties.get(ClientProperties.THREAD_COUNT);
    }

    private Shards connect(YcsbProperties with, Consumer<String> say) throws CommandException, InterruptedException {
        ClassLoader classes = PreparedYcsb.class.getClassLoader();
        BindingTarget target = binding.equals(DatabaseBinding.YCQL)
                ? CqlTarget.of(with, classes, say::accept)
                : JdbcTarget.of(with, classes, say::accept);
        return target.connect(settings.schema());
    }

    /** Tells how many rows were not stored, and why; empty: all were. */
    private static Optional<String> missing(RunResult result) {
        long failed = result.total().failed() + result.unfinished();
        if (failed == 0 && result.ending() instanceof RunEnding.Complete) {
            return Optional.empty();
        }
        String why = result.total().operations().stream()
                .flatMap(operation -> operation.outcomes().entrySet().stream())
                .filter(outcome -> !(outcome.getKey() instanceof Outcome.Ok))
                .max(Map.Entry.comparingByValue())
                .map(outcome -> ", most often because of " + outcome.getKey())
                .orElse("");
        return Optional.of(failed + " of " + result.planned() + " rows were not stored" + why);
    }

    /** Requires that no check failed; failures come first, because another check may not even have been answered. */
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
