package example;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.StringByteIterator;
import site.ycsb.Workload;

/** Workload for YCSB: shoppers put items into their carts, and look at them in seven of ten operations. */
public final class Carts extends Workload {
    private static final String TABLE = "usertable";
    private static final int LOOKS_OF_TEN = 7;

    private final AtomicLong loaded = new AtomicLong();
    private long carts = 1;

    @Override
    public void init(Properties properties) {
        carts = Long.parseLong(properties.getProperty("recordcount", "1000"));
        loaded.set(Long.parseLong(properties.getProperty("insertstart", "0")));
    }

    @Override
    public boolean doInsert(DB db, Object thread) {
        return db.insert(TABLE, key(loaded.getAndIncrement()), items("nothing")).isOk();
    }

    @Override
    public boolean doTransaction(DB db, Object thread) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String cart = key(random.nextLong(carts));
        return random.nextInt(10) < LOOKS_OF_TEN
                ? db.read(TABLE, cart, null, new HashMap<>()).isOk()
                : db.update(TABLE, cart, items("item " + random.nextInt(1000))).isOk();
    }

    private static String key(long cart) {
        return "cart" + cart;
    }

    private static Map<String, ByteIterator> items(String text) {
        return Map.of("FIELD0", new StringByteIterator(text));
    }
}
