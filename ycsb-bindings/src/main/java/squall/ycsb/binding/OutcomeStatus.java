package squall.ycsb.binding;

import site.ycsb.Status;
import squall.spi.Outcome;

/** YCSB status that carries the whole outcome, so that nothing is lost on the way through the YCSB interface. */
public final class OutcomeStatus extends Status {
    private final Outcome outcome;

    private OutcomeStatus(Outcome outcome, String description) {
        super(outcome.code(), description);
        this.outcome = outcome;
    }

    /** Returns the status of this outcome; YCSB's own constant where there is one, as callers compare by identity. */
    public static Status of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok when ok.code().equals(Outcome.NOT_FOUND.code()) -> NOT_FOUND;
            case Outcome.Ok ok -> OK;
            case Outcome.Refused refused -> new OutcomeStatus(refused, refused.message());
            case Outcome.Unknown unknown -> new OutcomeStatus(unknown, unknown.message());
        };
    }

    /** Returns the outcome that the database reported. */
    Outcome outcome() {
        return outcome;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OutcomeStatus that && outcome.equals(that.outcome);
    }

    @Override
    public int hashCode() {
        return outcome.hashCode();
    }
}
