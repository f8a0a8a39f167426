/** Output of BenchBase, its files and the lines of its console, from what Squall's engine measured. */
@NullMarked
package squall.benchbase.output;

import org.jspecify.annotations.NullMarked;
