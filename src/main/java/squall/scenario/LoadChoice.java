package squall.scenario;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What the cluster does meanwhile, and how fast.
 *
 * @param engine whose operations; empty if the command line says it
 * @param sessions empty: as many as suit the engine
 * @param statementTimeout shorter than a hold, so that an outage is not one slow operation; empty: the engine's own
 */
public record LoadChoice(
        Optional<Choice> engine, OptionalInt sessions, Rate rate, Optional<Duration> statementTimeout) {
    public LoadChoice {
        sessions.ifPresent(number -> Checks.atLeast("load.sessions", 1, number));
        statementTimeout.ifPresent(limit -> Checks.positive("load.statementTimeout", limit));
    }

    public LoadChoice with(Choice other) {
        return new LoadChoice(Optional.of(other), sessions, rate, statementTimeout);
    }
}
