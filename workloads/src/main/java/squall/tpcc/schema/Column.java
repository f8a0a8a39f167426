package squall.tpcc.schema;

/**
 * One column of a table.
 *
 * @param name as BenchBase spells it
 * @param type exact: money is never binary floating point
 * @param nullable only what is not known when a row is made: the carrier of an order and when its lines were delivered
 */
public record Column(String name, Type type, boolean nullable) {
    /** What a column holds. */
    public sealed interface Type {
        /** A whole number. */
        record Whole() implements Type {
            @Override
            public String sql() {
                return "int";
            }
        }

        /** An exact decimal number. @param scale digits behind the point */
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

        /** The name of the type in a CREATE TABLE; all dialects know it. */
        String sql();
    }

    static Column whole(String name) {
        return new Column(name, new Type.Whole(), false);
    }

    static Column decimal(String name, int precision, int scale) {
        return new Column(name, new Type.Decimal(precision, scale), false);
    }

    static Column fixed(String name, int length) {
        return new Column(name, new Type.Fixed(length), false);
    }

    static Column text(String name, int limit) {
        return new Column(name, new Type.Text(limit), false);
    }

    static Column moment(String name) {
        return new Column(name, new Type.Moment(), false);
    }

    Column orNull() {
        return new Column(name, type, true);
    }

    /** As it stands in a CREATE TABLE. */
    String sql() {
        return name + " " + type.sql() + (nullable ? "" : " NOT NULL");
    }
}
