@NullMarked
package squall.bench.dials;

import org.jspecify.annotations.NullMarked;
