package squall.apps.paper;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.cli.TargetRegistry;
import squall.spi.NearestName;
import squall.spi.Target;
import squall.system.CommandException;
import squall.system.SecretMasking;

/**
 * A database to run on.
 *
 * @param address words of the command line; none where it is the workload's own default
 */
record PaperDatabase(PaperApi api, List<String> address) {
    PaperDatabase {
        address = List.copyOf(address);
    }

    /** What a workload is told of where it runs, and where its results go. */
    List<String> words(Path results) {
        return Stream.concat(address.stream(), Stream.of("--results", results.toString()))
                .toList();
    }

    /**
     * Where each API's experiments run. Targets of Squall's own are started.
     *
     * @param names kinds of targets, or addresses
     * @throws CommandException if one is neither, does not start, or speaks as another does
     */
    static Map<PaperApi, PaperDatabase> of(List<String> names, TargetRegistry targets, Consumer<String> say)
            throws CommandException, InterruptedException {
        Map<PaperApi, PaperDatabase> places = new EnumMap<>(PaperApi.class);
        for (String name : names) {
            PaperDatabase place = of(name, targets, say);
            if (places.put(place.api(), place) != null) {
                throw CommandException.usage("--target: " + SecretMasking.mask(name) + " speaks "
                        + place.api().label() + " as another does: give one for each API");
            }
        }
        return places;
    }

    private static PaperDatabase of(String name, TargetRegistry targets, Consumer<String> say)
            throws CommandException, InterruptedException {
        if (name.contains(":")) {
            return new PaperDatabase(
                    PaperApi.ofUrl(name)
                            .orElseThrow(() ->
                                    CommandException.usage("--target: an address begins with jdbc: or cql://, not '"
                                            + SecretMasking.mask(name) + "'")),
                    List.of("--url", name));
        }
        Target target = targets.up(name, "target " + name, say)
                .orElseThrow(() -> CommandException.usage("--target must be an address or one of " + targets.kinds()
                        + ", not '" + name + "'" + NearestName.hint(name, targets.kinds())));
        return of(target);
    }

    private static PaperDatabase of(Target target) {
        PaperApi api = PaperApi.ofUrl(target.url())
                .orElseThrow(() -> new IllegalArgumentException("no workload speaks to " + target));
        return target.kind().equals(api.embedded())
                ? new PaperDatabase(api, List.of())
                : new PaperDatabase(
                        api,
                        List.of("--url", target.url(), "--username", target.user(), "--password", target.password()));
    }
}
