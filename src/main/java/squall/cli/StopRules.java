package squall.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.engine.schedule.StopRule;
import squall.spi.Durations;

/** Parser of stop rules as users write them: {@code no-success:30s,error-share:0.5,errors:1000}. */
public final class StopRules {
    /** Description of the form, for messages. */
    public static final String WANTED = "a comma list of no-success:30s, error-share:0.5 and errors:1000";

    private static final String SHARE = "0?\\.\\d{1,12}|0";
    private static final String COUNT = "\\d{1,18}";

    private StopRules() {}

    /** Parses stop rules; empty if the text does not have the form. */
    public static Optional<List<StopRule>> parse(String text) {
        List<StopRule> rules = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Optional<StopRule> rule = one(part.strip());
            if (rule.isEmpty()) {
                return Optional.empty();
            }
            rules.add(rule.get());
        }
        return Optional.of(List.copyOf(rules));
    }

    private static Optional<StopRule> one(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return Optional.empty();
        }
        String value = text.substring(colon + 1).strip();
        return switch (text.substring(0, colon)) {
            case "no-success" ->
                Durations.parse(value).filter(length -> !length.isZero()).map(StopRule.NoSuccess::new);
            case "error-share" ->
                Optional.of(value)
                        .filter(share -> share.matches(SHARE))
                        .map(Double::parseDouble)
                        .map(StopRule.ErrorShare::new);
            case "errors" ->
                Optional.of(value)
                        .filter(count -> count.matches(COUNT))
                        .map(Long::parseLong)
                        .filter(count -> count > 0)
                        .map(StopRule.Errors::new);
            default -> Optional.empty();
        };
    }
}
