package squall.scenario.dsl;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.Phase.Consent;
import squall.scenario.Phase.Order;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.ExpectationMeasure;
import squall.scenario.expect.Expectations;

/** Builder of a disturbed phase. */
public record PhaseBuilder(Phase.Disturbed phase) {
    /** Starts a phase whose injections each have their own settling and recovery. */
    public static PhaseBuilder serial(String name, Injection... injections) {
        return of(name, Order.SERIAL, injections);
    }

    /** Starts a phase whose injections begin at the same time. */
    public static PhaseBuilder parallel(String name, Injection... injections) {
        return of(name, Order.PARALLEL, injections);
    }

    /** Starts a phase in which each injection begins before the recovery from the previous one is complete. */
    public static PhaseBuilder cascade(String name, Injection... injections) {
        return of(name, Order.CASCADE, injections);
    }

    private static PhaseBuilder of(String name, Order order, Injection... injections) {
        return new PhaseBuilder(new Phase.Disturbed(name, order, List.of(injections), Set.of(), Expectations.NONE));
    }

    /** @param limit as in a file, for example {@code <= 3x baseline} */
    public PhaseBuilder expecting(ExpectationMeasure measure, String limit) {
        return with(phase.consents(), and(phase.expect(), measure, limit));
    }

    public PhaseBuilder allowing(Consent consent) {
        Set<Consent> consents = EnumSet.of(consent);
        consents.addAll(phase.consents());
        return with(consents, phase.expect());
    }

    /** Adds the expectations of every phase, which this one may override. */
    PhaseBuilder under(Expectations common) {
        return with(phase.consents(), phase.expect().over(common));
    }

    private PhaseBuilder with(Set<Consent> consents, Expectations expect) {
        return new PhaseBuilder(new Phase.Disturbed(phase.name(), phase.order(), phase.injections(), consents, expect));
    }

    static Expectations and(Expectations some, ExpectationMeasure measure, String limit) {
        List<Expectation> all = new ArrayList<>(some.each());
        all.add(Expectation.parse(measure, limit));
        return new Expectations(all);
    }
}
