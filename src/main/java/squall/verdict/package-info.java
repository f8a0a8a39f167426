/** Result of a scenario run: the impact of each injection, and whether the expectations were met; pure. */
@NullMarked
package squall.verdict;

import org.jspecify.annotations.NullMarked;
