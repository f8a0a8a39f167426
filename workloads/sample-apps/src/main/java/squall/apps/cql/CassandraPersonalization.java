package squall.apps.cql;

import java.util.List;
import java.util.Set;
import squall.apps.AppContext;
import squall.apps.AppProfile;
import squall.apps.CqlApp;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;

/** Coupons of customers in stores: each write gives many at once, a read wants all of one customer. */
public final class CassandraPersonalization implements CqlApp {
    @Override
    public AppProfile profile() {
        return AppProfile.of(
                        "CassandraPersonalization",
                        "Gives a customer of a store 150 coupons at once; reads all coupons of one.",
                        new AppProfile.Drive(24, 2, 1_000_000, 2_000_000, 1_500_000))
                .withTable("coupon_recommendation")
                .inTransactions(""); // on YCQL: its batches are seen in part, and no reader could tell a lost coupon
    }

    @Override
    public Set<String> options() {
        return Set.of("num_stores", "num_new_coupons_per_customer", "max_coupons_per_customer");
    }

    @Override
    public void require(AppContext setting) {
        if (setting.texts().valueBytes() > 0) {
            throw new IllegalArgumentException("--value_size: a coupon has no value to fill up");
        }
        CouponStatements.Book.of(setting.options());
    }

    @Override
    public List<String> ddl(CqlAppContext setting) {
        return List.of(CouponStatements.create(setting));
    }

    @Override
    public CqlAppStatements statements(CqlAppContext setting) {
        return new CouponStatements(setting);
    }
}
