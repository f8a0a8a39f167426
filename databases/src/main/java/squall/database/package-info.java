/** Databases as loads see them, the same over SQL and over CQL: description and metrics, tables, and the clients of sessions. */
@NullMarked
package squall.database;

import org.jspecify.annotations.NullMarked;
