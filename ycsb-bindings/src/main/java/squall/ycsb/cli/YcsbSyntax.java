package squall.ycsb.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import squall.cli.completion.Flag;
import squall.cli.completion.Syntax;
import squall.cli.completion.Value;
import squall.ycsb.Catalogue;
import squall.ycsb.Property;

/** What can be typed after {@code bin/ycsb}, for shells that complete it. */
public final class YcsbSyntax {
    /** Found by their names alone in Squall's own folder. */
    private static final List<String> WORKLOADS =
            Stream.of("a", "b", "c", "d", "e", "f").map("workload"::concat).toList();

    private YcsbSyntax() {}

    public static Syntax syntax() {
        List<Flag> own = List.of(switchOf("--help", "-h"), switchOf("--version"));
        List<Syntax> commands = Stream.of(Arguments.Command.values())
                .map(command -> new Syntax(
                        command.name().toLowerCase(Locale.ROOT), flags(), Value.oneOf(Arguments.bindings()), List.of()))
                .toList();
        return new Syntax("ycsb", own, Value.NONE, commands);
    }

    private static List<Flag> flags() {
        List<Flag> flags = new ArrayList<>();
        List<String> assignments =
                Catalogue.names().stream().map(name -> name + "=").toList();
        flags.add(new Flag(List.of("-P"), Value.fileOr(WORKLOADS)));
        flags.add(new Flag(List.of("-p"), Value.oneOf(assignments)));
        flags.add(new Flag(List.of("-cp"), Value.FILE));
        for (String name : List.of("-threads", "-target", "-db", "-l", "-jvm-args")) {
            flags.add(new Flag(List.of(name), Value.ANY));
        }
        flags.add(switchOf("-s"));
        flags.add(switchOf("--help", "-h"));
        for (String name : LongOptions.names()) {
            flags.add(new Flag(List.of(name), value(LongOptions.find(name))));
        }
        return flags;
    }

    private static Flag switchOf(String... names) {
        return new Flag(List.of(names), Value.NONE);
    }

    private static Value value(Optional<Property<?>> property) {
        if (property.map(LongOptions::isFlag).orElse(true)) {
            return Value.NONE;
        }
        return Value.oneOf(property.get().format().choices());
    }
}
