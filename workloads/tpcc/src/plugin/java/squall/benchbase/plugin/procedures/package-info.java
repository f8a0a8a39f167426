/** Names that BenchBase looks for when it reads {@code <transactiontype>}. */
@NullMarked
package squall.benchbase.plugin.procedures;

import org.jspecify.annotations.NullMarked;
