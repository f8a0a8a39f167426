package squall.engine.phases;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Kind of an event in the course of a scenario, whose name in lower case is the type of the event. */
public enum ScenarioEvent {
    /** Begin of a phase. */
    PHASE,
    /** Wait, of some seconds by now, before the injection of a fault. */
    WAITING,
    /** Injecting of a fault, until its commands have returned. */
    INJECT,
    /** Verification that the fault is in effect. */
    EFFECTIVE,
    /** Reading of what the database reports about the fault. */
    REPORTS,
    /** Healing of the fault, until its commands have returned. */
    HEAL,
    /** Verification that the fault is gone. */
    VERIFIED,
    /** Remark. */
    NOTE;

    public String type() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the kind of the events of this type; empty if it is not one of a scenario. */
    public static Optional<ScenarioEvent> of(String type) {
        return Stream.of(values()).filter(event -> event.type().equals(type)).findFirst();
    }
}
