package squall.report.reference;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import squall.table.Table.Column;
import squall.table.TableCell;

/** A file of {@code results/reference}: the figures of one document, in JSON, read strictly. */
final class PublishedDocumentFile {
    static final String FORMAT = "squall-reference/1";

    private static final Set<String> OF_DOCUMENT = Set.of("format", "title", "by", "charts_without_numbers", "tables");
    private static final Set<String> OF_TABLE =
            Set.of("name", "title", "where", "approximate", "columns", "rows", "caveats");

    /** Figures keep the digits that they were published with. */
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final String file;
    private final JsonNode document;

    private PublishedDocumentFile(String file, JsonNode document) {
        this.file = file;
        this.document = document;
    }

    /** @throws IOException if it is not as it should be; the message names file, table and place */
    static PublishedDocument read(String file, InputStream json) throws IOException {
        return new PublishedDocumentFile(file, MAPPER.readTree(json)).document();
    }

    private PublishedDocument document() throws IOException {
        requireMembers("document", document, OF_DOCUMENT);
        if (!document.path("format").asText().equals(FORMAT)) {
            throw wrong("format", "must be '" + FORMAT + "', not " + document.path("format"));
        }
        List<PublishedTable> tables = new ArrayList<>();
        for (JsonNode table : document.path("tables")) {
            tables.add(table(table));
        }
        return new PublishedDocument(title(), tables, texts("charts_without_numbers", document));
    }

    private PublishedTable table(JsonNode json) throws IOException {
        String name = json.path("name").asText();
        requireMembers(name, json, OF_TABLE);
        List<Column> columns = new ArrayList<>();
        for (JsonNode column : json.path("columns")) {
            columns.add(
                    new Column(column.path("name").asText(), column.path("unit").asText()));
        }
        List<List<TableCell>> rows = new ArrayList<>();
        for (JsonNode row : json.path("rows")) {
            if (row.size() != columns.size()) {
                throw wrong(
                        name + ", row " + (rows.size() + 1),
                        "must have " + columns.size() + " cells, not " + row.size());
            }
            rows.add(row(name, row));
        }
        return new PublishedTable(
                name,
                json.path("title").asText(),
                title(),
                json.path("where").asText(),
                json.path("approximate").asBoolean(),
                columns,
                rows,
                caveats(name, json));
    }

    private List<TableCell> row(String table, JsonNode json) throws IOException {
        List<TableCell> row = new ArrayList<>();
        for (JsonNode cell : json) {
            row.add(cell(table, cell));
        }
        return row;
    }

    private TableCell cell(String table, JsonNode json) throws IOException {
        return switch (json.getNodeType()) {
            case STRING -> TableCell.words(json.asText());
            case NUMBER -> TableCell.exact(json.decimalValue());
            case BOOLEAN -> TableCell.truth(json.asBoolean());
            case NULL -> TableCell.NOT_STATED;
            case ARRAY -> figures(table, json);
            case OBJECT, BINARY, POJO, MISSING -> throw wrong(table, "has a cell that is no figure: " + json);
        };
    }

    /** Two are a range, whose end may be open; more are several figures. */
    private TableCell figures(String table, JsonNode json) throws IOException {
        List<BigDecimal> figures = new ArrayList<>();
        for (JsonNode figure : json) {
            if (figure.isNumber()) {
                figures.add(figure.decimalValue());
            } else if (!figure.isNull() || figures.isEmpty()) {
                throw wrong(table, "has a range that is none: " + json);
            }
        }
        if (json.size() > 2) {
            return TableCell.several(figures);
        }
        return TableCell.range(
                figures.getFirst(), figures.size() == 2 ? Optional.of(figures.get(1)) : Optional.empty());
    }

    private String title() {
        return document.path("title").asText() + " (" + document.path("by").asText() + ")";
    }

    private List<String> caveats(String table, JsonNode json) throws IOException {
        List<String> caveats = texts("caveats", json);
        if (caveats.isEmpty()) {
            throw wrong(table, "has no caveats: every published figure has some");
        }
        return caveats;
    }

    private static List<String> texts(String member, JsonNode json) {
        List<String> texts = new ArrayList<>();
        json.path(member).forEach(text -> texts.add(text.asText()));
        return texts;
    }

    private void requireMembers(String where, JsonNode json, Set<String> wanted) throws IOException {
        Set<String> found = new TreeSet<>();
        json.fieldNames().forEachRemaining(found::add);
        if (!found.equals(wanted)) {
            throw wrong(where, "must have the members " + new TreeSet<>(wanted) + ", not " + found);
        }
    }

    private IOException wrong(String where, String what) {
        return new IOException(file + ": " + where + " " + what);
    }
}
