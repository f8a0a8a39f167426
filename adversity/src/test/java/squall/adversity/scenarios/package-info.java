@NullMarked
package squall.adversity.scenarios;

import org.jspecify.annotations.NullMarked;
