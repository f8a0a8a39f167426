package squall.adversity.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** Offers a team's own commands as a fault, by the name {@code exec}. */
public final class Exec implements FaultProvider {
    private static final List<String> OPTIONS = List.of("probe", "inject", "verify", "heal", "deadman", "timeout");
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Override
    public String kind() {
        return "exec";
    }

    @Override
    public String summary() {
        return "commands of your own, argument lists: inject, verify (0 while in effect) and heal; also probe, deadman, timeout=60s";
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        commands(options);
        return Optional.empty();
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        return new OwnCommands(scene, commands(options));
    }

    private static Commands commands(Options options) {
        options.allowOnly(OPTIONS);
        return new Commands(
                optional(options, "probe"),
                required(options, "inject"),
                required(options, "verify"),
                required(options, "heal"),
                optional(options, "deadman"),
                options.duration("timeout", TIMEOUT));
    }

    private static List<String> required(Options options, String key) {
        List<String> command = optional(options, key);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("exec: option '" + key
                    + "' must be a command as a list of arguments, it is missing; what cannot be "
                    + (key.equals("verify") ? "seen" : "done") + " is no fault");
        }
        return command;
    }

    private static List<String> optional(Options options, String key) {
        return options.text(key, "").lines().toList();
    }

    /**
     * Argument lists, in which {@code {name}}, {@code {node}}, {@code {host}}, {@code {port}} and {@code {seconds}} are replaced.
     *
     * @param probe ends with 0 if the fault can be made here; may be empty
     * @param verify ends with 0 while the fault is in effect, with anything else if it is not
     * @param deadman started before the inject, heals by itself after {@code {seconds}}; may be empty
     * @param timeout of each command but the dead-man
     */
    record Commands(
            List<String> probe,
            List<String> inject,
            List<String> verify,
            List<String> heal,
            List<String> deadman,
            Duration timeout) {}
}
