@NullMarked
package squall.adversity.network;

import org.jspecify.annotations.NullMarked;
