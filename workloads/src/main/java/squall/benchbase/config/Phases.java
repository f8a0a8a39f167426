package squall.benchbase.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
        if (work.flag("serial", false)) {
            throw work.need("serial")
                    .wrong("(each transaction once, in order) is not offered by Squall's engine:"
                            + " use --engine upstream, or works with weights 100,0,0,0,0 and so on");
        }
        return new Phase(
                number,
                Duration.ofSeconds(Section.whole(work.need("time"), 1)),
                Duration.ofSeconds(work.whole("warmup", 0).orElse(0)),
                rate(work),
                weights(work.need("weights")),
                active(work));
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

    private int active(Section work) throws CommandException {
        int active = work.whole("active_terminals", 1).orElse(terminals);
        if (active > terminals) {
            throw work.need("active_terminals")
                    .wrong("is " + active + ", but there are only " + terminals + " <terminals>");
        }
        return active;
    }
}
