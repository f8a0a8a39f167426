/** What sysbench prints of a run, written from Squall's own measurements. */
@NullMarked
package squall.sysbench.output;

import org.jspecify.annotations.NullMarked;
