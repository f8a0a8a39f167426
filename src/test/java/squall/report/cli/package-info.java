@NullMarked
package squall.report.cli;

import org.jspecify.annotations.NullMarked;
