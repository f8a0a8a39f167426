@NullMarked
package squall.results.merge;

import org.jspecify.annotations.NullMarked;
