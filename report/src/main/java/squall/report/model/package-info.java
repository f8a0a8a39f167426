/** Model of the report of one run, in whatever format it is written: verdict, headline figures, tables, and the data of the charts. */
@NullMarked
package squall.report.model;

import org.jspecify.annotations.NullMarked;
