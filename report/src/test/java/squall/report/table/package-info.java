@NullMarked
package squall.report.table;

import org.jspecify.annotations.NullMarked;
