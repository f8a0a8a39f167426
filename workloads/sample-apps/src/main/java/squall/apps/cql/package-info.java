/** The workloads over CQL: each a small class with its tables, its statements and what their answers mean. */
@NullMarked
package squall.apps.cql;

import org.jspecify.annotations.NullMarked;
