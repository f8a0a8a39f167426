/** Suite of the example. */
@NullMarked
package example;

import org.jspecify.annotations.NullMarked;
