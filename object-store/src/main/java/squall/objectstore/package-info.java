/** Stores of objects from which {@code bin/report merge} reads runs. */
@NullMarked
package squall.objectstore;

import org.jspecify.annotations.NullMarked;
