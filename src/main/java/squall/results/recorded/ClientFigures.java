package squall.results.recorded;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.ClientMachine;
import squall.results.Manifest;
import squall.results.RunPart;
import squall.results.RunSummary;
import squall.results.file.CanonicalJson;

/**
 * Figures of one client in a merged run; a fact of the merged manifest, one for each client.
 *
 * @param client its number; 0 if the run was not shared
 * @param host on which it ran
 * @param startMs delay of its start after the first client's, by the database's clock if the clocks were compared
 * @param clockOffsetMs by how much the database's clock was ahead of this client's
 * @param operations that ended, without parts, outside the warm-up
 * @param p99Ms from the intended start, of this client's own histogram of all acknowledged operations
 * @param cpuCores that the process used on average
 */
@JsonPropertyOrder(alphabetic = true)
public record ClientFigures(
        int client,
        String runId,
        String host,
        double startMs,
        OptionalDouble clockOffsetMs,
        OptionalDouble clockErrorMs,
        long operations,
        long failed,
        double goodputPerS,
        OptionalDouble p99Ms,
        double lagP99Ms,
        double ownLagP99Ms,
        double gcShare,
        OptionalDouble cpuCores,
        int exitCode) {
    /** Name of the fact. */
    public static final String FACT = "clients";

    /** @param begun delay after the first client */
    public static ClientFigures of(RecordedRun run, RunResult result, Duration begun) throws IOException {
        Manifest manifest = run.manifest();
        RunPart part =
                RunPart.of(manifest).orElse(new RunPart(0, 1, "", OptionalDouble.empty(), OptionalDouble.empty()));
        Histogram latency = new Histogram(3);
        long ended = 0;
        long failed = 0;
        double ok = 0;
        double seconds = 0;
        for (WindowSummary window : result.windows()) {
            if (window.window().kind() == Window.Kind.WARMUP) {
                continue;
            }
            seconds += window.seconds();
            ok += window.goodputPerSecond() * window.seconds();
            failed += window.failed();
            ended += window.finished();
            window.whole().forEach(operation -> latency.add(operation.latency()));
        }
        return new ClientFigures(
                part.client(),
                manifest.runId(),
                manifest.client().map(ClientMachine::host).orElse(""),
                begun.toNanos() / 1e6,
                part.clockOffsetMs(),
                part.clockErrorMs(),
                ended,
                failed,
                seconds > 0 ? ok / seconds : 0,
                latency.getTotalCount() == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(latency.getValueAtPercentile(99) / 1e3),
                result.client().lagP99Ns() / 1e6,
                result.client().ownLagP99Ns() / 1e6,
                result.client().gcShare(),
                cpuCores(run),
                run.summary().map(RunSummary::exitCode).orElse(0));
    }

    private static OptionalDouble cpuCores(RecordedRun run) throws IOException {
        return run.events().stream()
                .filter(event -> event.type().equals(RunPart.USAGE_EVENT))
                .map(event -> event.facts().get(RunPart.CPU_CORES))
                .filter(cores -> cores != null && cores.isNumber())
                .mapToDouble(JsonNode::asDouble)
                .findFirst();
    }

    /** Reads the figures from the manifest of a merged run; empty for any other. */
    public static List<ClientFigures> of(Manifest manifest) {
        List<ClientFigures> clients = new ArrayList<>();
        manifest.fact(FACT).forEach(client -> clients.add(CanonicalJson.as(ClientFigures.class, client)));
        return clients;
    }
}
