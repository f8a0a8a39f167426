/** What is expected of a phase or a run, and whether it was met; pure. */
@NullMarked
package squall.scenario.expect;

import org.jspecify.annotations.NullMarked;
