package squall.tpcc.schema;

/**
 * Column of a table.
 *
 * @param name as BenchBase spells it
 * @param type exact: money is never binary floating point
 * @param nullable only if the value is not known when a row is made: the carrier of an order and when its lines were delivered
 */
public record TpccColumn(String name, Type type, boolean nullable) {
    /** Type of a column's values. */
    public sealed interface Type {
        /** Whole number. */
        record Whole() implements Type {
            @Override
            public String sql() {
                return "int";
            }
        }

        /** Exact decimal number. @param scale digits behind the point */
        record Decimal(int precision, int scale) implements Type {
            @Override
            public String sql() {
                return "decimal(" + precision + ", " + scale + ")";
            }
        }

        /** Text of always this length. */
        record Fixed(int length) implements Type {
            @Override
            public String sql() {
                return "char(" + length + ")";
            }
        }

        /** Text of at most this length. */
        record Text(int limit) implements Type {
            @Override
            public String sql() {
                return "varchar(" + limit + ")";
            }
        }

        /** Date and time of day. */
        record Moment() implements Type {
            @Override
            public String sql() {
                return "timestamp";
            }
        }

        /** Returns the name of the type in a CREATE TABLE; all dialects know it. */
        String sql();
    }

    static TpccColumn whole(String name) {
        return new TpccColumn(name, new Type.Whole(), false);
    }

    static TpccColumn decimal(String name, int precision, int scale) {
        return new TpccColumn(name, new Type.Decimal(precision, scale), false);
    }

    static TpccColumn fixed(String name, int length) {
        return new TpccColumn(name, new Type.Fixed(length), false);
    }

    static TpccColumn text(String name, int limit) {
        return new TpccColumn(name, new Type.Text(limit), false);
    }

    static TpccColumn moment(String name) {
        return new TpccColumn(name, new Type.Moment(), false);
    }

    TpccColumn orNull() {
        return new TpccColumn(name, type, true);
    }

    /** Returns the column as written in a CREATE TABLE. */
    String sql() {
        return name + " " + type.sql() + (nullable ? "" : " NOT NULL");
    }
}
