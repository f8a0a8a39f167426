/** Many runs of the same, one after the other: where they changed for good; pure. */
@NullMarked
package squall.report.trend;

import org.jspecify.annotations.NullMarked;
