@NullMarked
package squall.report.browse;

import org.jspecify.annotations.NullMarked;
