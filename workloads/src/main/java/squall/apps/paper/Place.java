package squall.apps.paper;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Secrets;
import squall.cli.Targets;
import squall.spi.Nearest;
import squall.spi.Target;

/**
 * A database to run on.
 *
 * @param address words of the command line; none where it is the workload's own default
 */
record Place(Api api, List<String> address) {
    Place {
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
    static Map<Api, Place> of(List<String> names, Targets targets, Consumer<String> say)
            throws CommandException, InterruptedException {
        Map<Api, Place> places = new EnumMap<>(Api.class);
        for (String name : names) {
            Place place = of(name, targets, say);
            if (places.put(place.api(), place) != null) {
                throw wrong("--target: " + Secrets.mask(name) + " speaks "
                        + place.api().label() + " as another does: give one for each API");
            }
        }
        return places;
    }

    private static Place of(String name, Targets targets, Consumer<String> say)
            throws CommandException, InterruptedException {
        if (name.contains(":")) {
            return new Place(
                    Api.ofUrl(name)
                            .orElseThrow(() -> wrong("--target: an address begins with jdbc: or cql://, not '"
                                    + Secrets.mask(name) + "'")),
                    List.of("--url", name));
        }
        Target target = targets.up(name, "target " + name, say)
                .orElseThrow(() -> wrong("--target must be an address or one of " + targets.kinds() + ", not '" + name
                        + "'" + Nearest.hint(name, targets.kinds())));
        return of(target);
    }

    private static Place of(Target target) {
        Api api = Api.ofUrl(target.url())
                .orElseThrow(() -> new IllegalArgumentException("no workload speaks to " + target));
        return target.kind().equals(api.embedded())
                ? new Place(api, List.of())
                : new Place(
                        api,
                        List.of("--url", target.url(), "--username", target.user(), "--password", target.password()));
    }

    private static CommandException wrong(String message) {
        return new CommandException(ExitCode.USAGE, message);
    }
}
