@NullMarked
package squall.report.score;

import org.jspecify.annotations.NullMarked;
