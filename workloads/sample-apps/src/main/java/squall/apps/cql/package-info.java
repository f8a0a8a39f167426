/** Workloads over CQL: each is a small class with its tables, its statements and the meaning of their answers. */
@NullMarked
package squall.apps.cql;

import org.jspecify.annotations.NullMarked;
