/** The files and console lines of BenchBase, made from what Squall's engine measured. */
@NullMarked
package squall.benchbase.output;

import org.jspecify.annotations.NullMarked;
