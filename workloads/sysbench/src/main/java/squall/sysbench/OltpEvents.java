package squall.sysbench;

import java.util.ArrayList;
import java.util.List;
import squall.sql.WorkEffect;
import squall.sysbench.OltpMix.Group;
import squall.sysbench.OltpSettings.OltpTest;

/** The statements of event n, as a function of the seed and n. Pure; for one thread, as its streams are used again. */
final class OltpEvents {
    private final OltpSettings settings;
    private final List<Group> groups;
    private final EventRandom random = new EventRandom();
    private final EventRandom text = new EventRandom();

    OltpEvents(OltpSettings settings) {
        this.settings = settings;
        this.groups = settings.mix().groups(settings.test(), settings.data().autoInc()).stream()
                .filter(group -> group.count() > 0)
                .toList();
    }

    /**
     * Returns the steps of an event: each group uses one table, each of its statements a row of its own. @param again how often the event
     * was begun before
     */
    List<OltpStep> at(long event, int again) {
        random.restart(settings.seed() + again, event);
        List<OltpStep> steps = new ArrayList<>();
        for (Group group : groups) {
            int table = random.between(1, settings.data().tables());
            for (int i = 0; i < group.count(); i++) {
                add(steps, group.statement(), table, event);
            }
        }
        return steps;
    }

    private void add(List<OltpStep> steps, OltpStatement statement, int table, long event) {
        int k = id();
        long texts = random.bits();
        int id = statement == OltpStatement.INSERT ? unique(event) : id();
        steps.add(new OltpStep(statement, table, id, k, texts));
        if (statement == OltpStatement.DELETE && settings.test() != OltpTest.OLTP_DELETE) {
            steps.add(new OltpStep(OltpStatement.INSERT, table, id, k, texts));
        }
    }

    /** Returns the value of column c that this step writes. */
    String c(OltpStep step) {
        return DigitText.of(text.restart(step.text(), 0), DigitText.C_GROUPS);
    }

    String pad(OltpStep step) {
        return DigitText.of(text.restart(step.text(), 1), DigitText.PAD_GROUPS);
    }

    /** Returns a number that no other of 2^32 events gets: each step can be undone (the finalizer of MurmurHash3). */
    private int unique(long event) {
        int z = (int) (event + settings.seed());
        z = (z ^ (z >>> 16)) * 0x85EBCA6B;
        z = (z ^ (z >>> 13)) * 0xC2B2AE35;
        return z ^ (z >>> 16);
    }

    private int id() {
        return settings.ids().draw(random, 1, Math.max(1, settings.data().rowsPerTable()));
    }

    /**
     * Statement of an event with its table, row and values.
     *
     * @param table number of the table, from 1
     * @param id of the row, or of the first row of a range
     * @param k the new row's, where one is inserted
     * @param text from which the columns c and pad are drawn, where they are written
     */
    record OltpStep(OltpStatement statement, int table, int id, int k, long text) {
        /** Returns the last id of a range of so many rows; ids end where the column does. */
        int lastId(int rangeSize) {
            return (int) Math.min(Integer.MAX_VALUE, (long) id + rangeSize - 1);
        }
    }

    /** The statements that OLTP tests are made of. */
    enum OltpStatement {
        POINT_SELECT("SELECT c FROM %s WHERE id=?", WorkEffect.READ),
        SIMPLE_RANGE("SELECT c FROM %s WHERE id BETWEEN ? AND ?", WorkEffect.READ),
        SUM_RANGE("SELECT SUM(k) FROM %s WHERE id BETWEEN ? AND ?", WorkEffect.READ),
        ORDER_RANGE("SELECT c FROM %s WHERE id BETWEEN ? AND ? ORDER BY c", WorkEffect.READ),
        DISTINCT_RANGE("SELECT DISTINCT c FROM %s WHERE id BETWEEN ? AND ? ORDER BY c", WorkEffect.READ),
        INDEX_UPDATE("UPDATE %s SET k=k+1 WHERE id=?", WorkEffect.ONCE),
        NON_INDEX_UPDATE("UPDATE %s SET c=? WHERE id=?", WorkEffect.IDEMPOTENT),
        /** Repeated, it would tell that nothing was there to be deleted, and the books of the rows would be wrong. */
        DELETE("DELETE FROM %s WHERE id=?", WorkEffect.ONCE),
        INSERT("INSERT INTO %s (id, k, c, pad) VALUES (?, ?, ?, ?)", WorkEffect.ONCE),
        /** The database gives the row its id. */
        INSERT_NEXT("INSERT INTO %s (k, c, pad) VALUES (?, ?, ?)", WorkEffect.ONCE);

        private final String form;
        private final WorkEffect effect;

        OltpStatement(String form, WorkEffect effect) {
            this.form = form;
            this.effect = effect;
        }

        public String sql(String table) {
            return form.formatted(table);
        }

        /** Returns the effect of the statement on the data if it is committed by itself. */
        public WorkEffect effect() {
            return effect;
        }

        public boolean reads() {
            return effect == WorkEffect.READ;
        }
    }
}
