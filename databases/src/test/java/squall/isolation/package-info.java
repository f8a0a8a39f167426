@NullMarked
package squall.isolation;

import org.jspecify.annotations.NullMarked;
