@NullMarked
package squall.objectstore;

import org.jspecify.annotations.NullMarked;
