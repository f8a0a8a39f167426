package squall.tpcc;

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
    public static Evidence of(Scale scale) {
        return of(scale, Conditions.BY_DEFAULT);
    }

    public static Evidence of(Scale scale, Conditions conditions) {
        return new Evidence(new AcknowledgedOrders(scale), new AuditTrail(scale), conditions);
    }
}
