@NullMarked
package squall.experiment;

import org.jspecify.annotations.NullMarked;
