package squall.ycsb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.run.StopRule;

/** Stop rules as users write them: {@code no-success:30s,error-share:0.5,errors:1000}. */
final class StopRules {
    static final String WANTED = "a comma list of no-success:30s, error-share:0.5 and errors:1000";

    private StopRules() {}

    static Optional<List<StopRule>> parse(String text) {
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
        String value = text.substring(colon + 1);
        return switch (text.substring(0, colon)) {
            case "no-success" -> Format.duration().reader().apply(value).map(StopRule.NoSuccess::new);
            case "error-share" ->
                Format.number(0, 1).reader().apply(value).filter(s -> s < 1).map(StopRule.ErrorShare::new);
            case "errors" -> Format.whole(0).reader().apply(value).map(StopRule.Errors::new);
            default -> Optional.empty();
        };
    }
}
