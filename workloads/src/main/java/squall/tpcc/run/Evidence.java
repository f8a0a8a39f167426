package squall.tpcc.run;

import squall.tpcc.Scale;
import squall.tpcc.audit.AuditTrail;
import squall.tpcc.check.AcknowledgedOrders;
import squall.tpcc.check.Conditions;

/**
 * What a run leaves to be judged by.
 *
 * @param orders takes every acknowledged New-Order, to be looked up at the end
 * @param audit counts what the auditor wants
 * @param conditions are asked at the end
 */
public record Evidence(AcknowledgedOrders orders, AuditTrail audit, Conditions conditions) {
    /** Of ten terminals to each warehouse. */
    public static Evidence of(Scale scale) {
        return of(scale, Math.multiplyExact(scale.warehouses(), Scale.DISTRICTS), Conditions.BY_DEFAULT);
    }

    /** @param terminals as {@link AuditTrail} wants them */
    public static Evidence of(Scale scale, int terminals, Conditions conditions) {
        return new Evidence(new AcknowledgedOrders(scale), new AuditTrail(scale, terminals), conditions);
    }
}
