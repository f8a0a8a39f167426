/** Expectations of a phase or a run, and whether they were met; pure. */
@NullMarked
package squall.scenario.expect;

import org.jspecify.annotations.NullMarked;
