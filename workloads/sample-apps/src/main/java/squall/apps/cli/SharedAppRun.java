package squall.apps.cli;

import java.util.Optional;
import java.util.stream.Stream;
import squall.apps.SampleApp;
import squall.engine.ClientSplit;
import squall.system.CommandException;

/** What several clients can do together: each has keys of its own, writes no other and judges no other. */
final class SharedAppRun {
    private SharedAppRun() {}

    /** @throws CommandException if one of several clients cannot do its part of this, before anything is touched */
    static void require(SampleApp app, ParsedOptions given, KeySettings ground, ClientSplit split)
            throws CommandException {
        Optional<String> refusal = split.shared() ? refusal(app, given, ground, split.clients()) : Optional.empty();
        if (refusal.isPresent()) {
            throw ParsedOptions.usage(refusal.get());
        }
    }

    private static Optional<String> refusal(SampleApp app, ParsedOptions given, KeySettings ground, int clients)
            throws CommandException {
        String name = app.profile().name();
        if (!app.divisible()) {
            return Optional.of(name + " is for a single client: its check must know every write");
        }
        String emptied = given.named("truncate", "drop_table_name");
        if (!emptied.isEmpty()) {
            return Optional.of("with " + emptied + " one of " + clients
                    + " clients would delete what the others wrote: let a single client do that before they start");
        }
        if (RampSettings.of(given).isPresent()) {
            return Optional.of("the number of sessions cannot be 'auto' with " + clients + " clients: give a number");
        }
        if (ground.keys() < clients) {
            return Optional.of(name + " has " + ground.keys() + " keys, which are too few for " + clients
                    + " clients: raise --num_unique_keys");
        }
        if (ground.present() > 0 && ground.present() < ground.keys()) {
            return Optional.of("of the " + ground.keys() + " keys of --num_unique_keys " + ground.present()
                    + " are there already: with " + clients + " clients that must be all or none");
        }
        for (String count :
                Stream.of("num_writes", "num_reads").filter(given::has).toList()) {
            long number = given.number(count, -1, -1);
            if (number > 0 && number < clients) {
                return Optional.of(
                        "--" + count + " " + number + " is less than one for each of " + clients + " clients");
            }
        }
        return Optional.empty();
    }
}
