package squall.benchbase.plugin.procedures;

import com.oltpbenchmark.api.Procedure;

/** Name by which BenchBase knows a transaction; its content is that of {@link squall.tpcc.TransactionType}. */
public final class Delivery extends Procedure {}
