@NullMarked
package squall.scenario;

import org.jspecify.annotations.NullMarked;
