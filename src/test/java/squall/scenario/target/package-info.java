@NullMarked
package squall.scenario.target;

import org.jspecify.annotations.NullMarked;
