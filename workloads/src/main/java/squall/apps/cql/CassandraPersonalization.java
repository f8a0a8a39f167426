package squall.apps.cql;

import java.util.List;
import java.util.Set;
import squall.apps.CqlApp;
import squall.apps.CqlSetting;
import squall.apps.CqlStatements;
import squall.apps.Profile;
import squall.apps.Setting;

/** Coupons of customers in stores: each write gives many at once, a read wants all of one customer. */
public final class CassandraPersonalization implements CqlApp {
    @Override
    public Profile profile() {
        return Profile.of(
                        "CassandraPersonalization",
                        "Gives a customer of a store 150 coupons at once; reads all coupons of one.",
                        new Profile.Drive(24, 2, 1_000_000, 2_000_000, 1_500_000))
                .withTable("coupon_recommendation")
                .inTransactions(""); // on YCQL: its batches are seen in part, and no reader could tell a lost coupon
    }

    @Override
    public Set<String> options() {
        return Set.of("num_stores", "num_new_coupons_per_customer", "max_coupons_per_customer");
    }

    @Override
    public void require(Setting setting) {
        if (setting.texts().valueBytes() > 0) {
            throw new IllegalArgumentException("--value_size: a coupon has no value to fill up");
        }
        Coupons.Book.of(setting.options());
    }

    @Override
    public List<String> ddl(CqlSetting setting) {
        return List.of(Coupons.create(setting));
    }

    @Override
    public CqlStatements statements(CqlSetting setting) {
        return new Coupons(setting);
    }
}
