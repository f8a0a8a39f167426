@NullMarked
package squall.adversity.junit;

import org.jspecify.annotations.NullMarked;
