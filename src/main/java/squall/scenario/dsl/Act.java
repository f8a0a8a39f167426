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
import squall.scenario.expect.Expectations;
import squall.scenario.expect.Measure;

/** A disturbed phase in the making. */
public record Act(Phase.Disturbed phase) {
    /** Each injection with a settling and a recovery of its own. */
    public static Act serial(String name, Injection... injections) {
        return of(name, Order.SERIAL, injections);
    }

    /** All at once. */
    public static Act parallel(String name, Injection... injections) {
        return of(name, Order.PARALLEL, injections);
    }

    /** Each while the recovery from the one before is still open. */
    public static Act cascade(String name, Injection... injections) {
        return of(name, Order.CASCADE, injections);
    }

    private static Act of(String name, Order order, Injection... injections) {
        return new Act(new Phase.Disturbed(name, order, List.of(injections), Set.of(), Expectations.NONE));
    }

    /** @param limit as in a file, for example {@code <= 3x baseline} */
    public Act expecting(Measure measure, String limit) {
        return with(phase.consents(), and(phase.expect(), measure, limit));
    }

    public Act allowing(Consent consent) {
        Set<Consent> consents = EnumSet.of(consent);
        consents.addAll(phase.consents());
        return with(consents, phase.expect());
    }

    /** With what is expected of every phase, where this one says nothing else. */
    Act under(Expectations common) {
        return with(phase.consents(), phase.expect().over(common));
    }

    private Act with(Set<Consent> consents, Expectations expect) {
        return new Act(new Phase.Disturbed(phase.name(), phase.order(), phase.injections(), consents, expect));
    }

    static Expectations and(Expectations some, Measure measure, String limit) {
        List<Expectation> all = new ArrayList<>(some.each());
        all.add(Expectation.parse(measure, limit));
        return new Expectations(all);
    }
}
