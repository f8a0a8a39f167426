/** The adversity score: one figure of a run under a scenario by a stated rule, and the card it stands on; pure. */
@NullMarked
package squall.report.score;

import org.jspecify.annotations.NullMarked;
