/** Workloads over SQL: each is a small class with its tables, its statements and its check. */
@NullMarked
package squall.apps.sql;

import org.jspecify.annotations.NullMarked;
