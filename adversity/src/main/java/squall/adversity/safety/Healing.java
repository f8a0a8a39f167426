package squall.adversity.safety;

import java.util.List;

/**
 * What a healer did.
 *
 * @param healed injections, a line each
 * @param failed injections of which something may be left, a line each: why, and what to do by hand
 */
public record Healing(List<String> healed, List<String> failed) {
    static final Healing NOTHING = new Healing(List.of(), List.of());

    public Healing {
        healed = List.copyOf(healed);
        failed = List.copyOf(failed);
    }
}
