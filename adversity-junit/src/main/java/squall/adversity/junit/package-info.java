/** Scenarios inside JUnit tests, and what can be asserted of their runs. */
@NullMarked
package squall.adversity.junit;

import org.jspecify.annotations.NullMarked;
