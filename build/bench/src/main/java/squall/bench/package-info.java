/** The cost of Squall's hot path, compared with YCSB core's: JMH benchmarks and the command that runs them. */
@NullMarked
package squall.bench;

import org.jspecify.annotations.NullMarked;
