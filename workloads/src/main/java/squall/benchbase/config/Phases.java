package squall.benchbase.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import squall.cli.CommandException;
import squall.tpcc.TransactionType;

/** Reads {@code <works>}. */
final class Phases {
    private static final Set<String> MEMBERS =
            Set.of("time", "warmup", "rate", "weights", "active_terminals", "serial");
    private static final String NUMBER = "\\d{1,9}(\\.\\d{1,9})?";

    private final String bench;
    private final int terminals;
    private final List<Transaction> transactions;

    Phases(String bench, int terminals, List<Transaction> transactions) {
        this.bench = bench;
        this.terminals = terminals;
        this.transactions = transactions;
    }

    List<Phase> of(Section root) throws CommandException {
        Section works = new Section(root.need("works"), bench).allowing(Set.of("work"), Vocabulary.NO_ATTRIBUTES);
        List<Phase> phases = new ArrayList<>();
        for (Element element : works.all("work")) {
            phases.add(one(phases.size() + 1, new Section(element, bench).allowing(MEMBERS, Set.of("arrival"))));
        }
        if (phases.isEmpty()) {
            throw works.element().wrong("holds no <work>");
        }
        return phases;
    }

    private Phase one(int number, Section work) throws CommandException {
        boolean serial = work.flag("serial", false);
        Optional<Duration> length = length(work, serial);
        return new Phase(
                number,
                length,
                warmUp(work, length.isPresent()),
                rate(work),
                weights(work.need("weights")),
                serial ? alone(work) : active(work),
                serial);
    }

    /** BenchBase takes 0 for none. */
    private static Optional<Duration> length(Section work, boolean serial) throws CommandException {
        int seconds = serial ? work.whole("time", 0).orElse(0) : Section.whole(work.need("time"), 1);
        return seconds == 0 ? Optional.empty() : Optional.of(Duration.ofSeconds(seconds));
    }

    private static Duration warmUp(Section work, boolean timed) throws CommandException {
        int seconds = work.whole("warmup", 0).orElse(0);
        if (seconds > 0 && !timed) {
            throw work.need("warmup")
                    .wrong("has no meaning without a <time>: each transaction is done once before it is measured");
        }
        return Duration.ofSeconds(seconds);
    }

    private static Rate rate(Section work) throws CommandException {
        Element element = work.need("rate");
        boolean poisson = poisson(work.element());
        return switch (element.text()) {
            case "unlimited" -> new Rate.Unlimited();
            case "disabled" -> new Rate.Disabled();
            case String text
            when text.matches(NUMBER) && Double.parseDouble(text) > 0 ->
                new Rate.PerSecond(Double.parseDouble(text), poisson);
            default -> throw element.unfit("a number of requests per second above 0, unlimited or disabled");
        };
    }

    private static boolean poisson(Element work) throws CommandException {
        String arrival = work.attributes().getOrDefault("arrival", "regular");
        return switch (arrival.toLowerCase(Locale.ROOT)) {
            case "regular" -> false;
            case "poisson" -> true;
            default -> throw work.wrong("arrival must be regular or poisson, not '" + arrival + "'");
        };
    }

    private Map<TransactionType, Double> weights(Element element) throws CommandException {
        List<BigDecimal> percentages = Weights.percentages(element, transactions.size());
        Map<TransactionType, Double> weights = new EnumMap<>(TransactionType.class);
        for (int i = 0; i < percentages.size(); i++) {
            weights.put(transactions.get(i).type(), percentages.get(i).doubleValue());
        }
        return weights;
    }

    /** BenchBase takes fewer than it was told to; one that was asked for by itself is an error. */
    private static int alone(Section work) throws CommandException {
        if (work.whole("active_terminals", 1).orElse(1) > 1) {
            throw work.need("active_terminals").wrong("must be 1 or left out: a serial work has one terminal");
        }
        return 1;
    }

    private int active(Section work) throws CommandException {
        int active = work.whole("active_terminals", 1).orElse(terminals);
        if (active > terminals) {
            throw work.need("active_terminals")
                    .wrong("is " + active + ", but there are only " + terminals + " <terminals>");
        }
        return active;
    }
}
