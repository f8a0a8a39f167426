@NullMarked
package squall.fake;

import org.jspecify.annotations.NullMarked;
