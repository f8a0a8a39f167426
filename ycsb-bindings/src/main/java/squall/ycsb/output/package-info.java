/** Output of a YCSB run in upstream's formats: status lines, report, histogram files; values in, text out. */
@NullMarked
package squall.ycsb.output;

import org.jspecify.annotations.NullMarked;
