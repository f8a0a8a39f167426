package squall.benchbase.plugin.procedures;

import com.oltpbenchmark.api.Procedure;

/** The name of a transaction; what it does is Squall's {@link squall.tpcc.TransactionType}. */
public final class OrderStatus extends Procedure {}
