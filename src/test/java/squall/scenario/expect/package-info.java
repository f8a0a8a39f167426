@NullMarked
package squall.scenario.expect;

import org.jspecify.annotations.NullMarked;
