/** Results of a run of TPC-C: tpmC, efficiency, response times against their limits, and the auditor's checks of clause 9.2. */
@NullMarked
package squall.tpcc.audit;

import org.jspecify.annotations.NullMarked;
