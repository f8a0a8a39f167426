/** Suites of Squall as tests of a database of one's own. */
@NullMarked
package suite;

import org.jspecify.annotations.NullMarked;
