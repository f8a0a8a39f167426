/** Scenarios where they lie: shipped with Squall, or in the files of its user. */
@NullMarked
package squall.adversity.scenarios;

import org.jspecify.annotations.NullMarked;
