/** What Squall's hot path costs, beside YCSB core's: JMH benchmarks and the command that runs them. */
@NullMarked
package squall.bench;

import org.jspecify.annotations.NullMarked;
