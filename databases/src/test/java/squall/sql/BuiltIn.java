package squall.sql;

import java.util.stream.Stream;
import org.junit.jupiter.params.converter.TypedArgumentConverter;

/** Converter of a constant's name to the built-in dialect. */
final class BuiltIn extends TypedArgumentConverter<String, SqlDialect> {
    BuiltIn() {
        super(String.class, SqlDialect.class);
    }

    @Override
    protected SqlDialect convert(String name) {
        return Stream.of(
                        Dialects.POSTGRES,
                        Dialects.COCKROACHDB,
                        Dialects.YUGABYTEDB,
                        Dialects.MARIADB,
                        Dialects.TIDB,
                        Dialects.MYSQL,
                        Dialects.SQLITE,
                        Dialects.GENERIC)
                .filter(dialect -> dialect.toString().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
