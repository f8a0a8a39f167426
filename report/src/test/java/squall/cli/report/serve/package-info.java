@NullMarked
package squall.cli.report.serve;

import org.jspecify.annotations.NullMarked;
