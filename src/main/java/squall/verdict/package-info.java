/** What a run under a scenario came to: the toll of each strike, and whether what was expected was met; pure. */
@NullMarked
package squall.verdict;

import org.jspecify.annotations.NullMarked;
