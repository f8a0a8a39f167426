/** Three PostgreSQL servers on this machine, each kept by a real Patroni, who agree in etcd who leads. */
@NullMarked
package squall.testbed.patroni;

import org.jspecify.annotations.NullMarked;
