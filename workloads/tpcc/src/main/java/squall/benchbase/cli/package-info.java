/** Command {@code bin/benchbase}: BenchBase's command line, on Squall's engine or on the user's own BenchBase. */
@NullMarked
package squall.benchbase.cli;

import org.jspecify.annotations.NullMarked;
