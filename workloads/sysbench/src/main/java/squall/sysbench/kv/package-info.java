/** CockroachDB's kv workload as a load: keys, table, sessions, and what is checked afterwards. */
@NullMarked
package squall.sysbench.kv;

import org.jspecify.annotations.NullMarked;
