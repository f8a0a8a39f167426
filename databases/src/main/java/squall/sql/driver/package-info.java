/** JDBC driver configuration: the address, the settings, the properties of each family of drivers, its passwords and sockets. */
@NullMarked
package squall.sql.driver;

import org.jspecify.annotations.NullMarked;
