package squall.report.table;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/** Set of all published figures that Squall has: the files of {@code results/reference}, which are part of the class path. */
public record PublishedFigures(List<PublishedDocument> documents) {
    private static final String FOLDER = "/squall/report/reference/";
    private static final List<String> DOCUMENTS = List.of("ycsb", "paper", "overview", "thesis", "guide");

    public PublishedFigures {
        documents = List.copyOf(documents);
    }

    public static PublishedFigures load() {
        return new PublishedFigures(
                DOCUMENTS.stream().map(document -> read(document + ".json")).toList());
    }

    public List<PublishedTable> tables() {
        return documents.stream()
                .flatMap(document -> document.tables().stream())
                .toList();
    }

    public Optional<PublishedTable> find(String name) {
        return tables().stream().filter(table -> table.name().equals(name)).findFirst();
    }

    public List<String> names() {
        return tables().stream().map(PublishedTable::name).toList();
    }

    private static PublishedDocument read(String file) {
        try (InputStream text = PublishedFigures.class.getResourceAsStream(FOLDER + file)) {
            if (text == null) {
                throw new IllegalStateException(FOLDER + file + " is missing from the class path");
            }
            return PublishedDocumentFile.read(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Document that published figures.
     *
     * @param title with who wrote it
     * @param chartsOnly what it shows in pictures, without a number to compare with
     */
    public record PublishedDocument(String title, List<PublishedTable> tables, List<String> chartsOnly) {
        public PublishedDocument {
            tables = List.copyOf(tables);
            chartsOnly = List.copyOf(chartsOnly);
        }
    }

    /** File of {@code results/reference}: the figures of one document, in JSON, read strictly. */
    static final class PublishedDocumentFile {
        static final String FORMAT = "squall-reference/1";

        private static final Set<String> OF_DOCUMENT =
                Set.of("format", "title", "by", "charts_without_numbers", "tables");
        private static final Set<String> OF_TABLE =
                Set.of("name", "title", "where", "approximate", "columns", "rows", "caveats");

        /** Parser that keeps the digits with which figures were published. */
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

        /** @throws IOException if its form is invalid; the message names file, table and place */
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
                columns.add(new Column(
                        column.path("name").asText(), column.path("unit").asText()));
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

        /** Reads an array: two numbers are a range, whose end may be open; more are several figures. */
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

    /**
     * Table of published figures.
     *
     * @param name by which users and programs find it
     * @param document the title of the document it is from, and who wrote that
     * @param where the place within the document
     * @param approximate whether the document calls its figures approximate, or lower bounds
     * @param caveats where the document contradicts itself, or a figure cannot be as printed; never empty
     */
    public record PublishedTable(
            String name,
            String title,
            String document,
            String where,
            boolean approximate,
            List<Column> columns,
            List<List<TableCell>> rows,
            List<String> caveats) {
        public PublishedTable {
            columns = List.copyOf(columns);
            rows = rows.stream().map(List::copyOf).toList();
            caveats = List.copyOf(caveats);
        }

        /** Returns the table as it is shown: never without its caveats. */
        public Table table() {
            List<String> source = new ArrayList<>(List.of("from: " + document, "where: " + where));
            if (approximate) {
                source.add("The document says about, or over, of these figures.");
            }
            return new Table(name, title, source, columns, rows, caveats);
        }

        /** Returns the rows with their cells by column. */
        public List<Map<String, TableCell>> byColumn() {
            return rows.stream().map(this::byColumn).toList();
        }

        private Map<String, TableCell> byColumn(List<TableCell> row) {
            Map<String, TableCell> cells = new TreeMap<>();
            for (int i = 0; i < columns.size(); i++) {
                cells.put(columns.get(i).name(), row.get(i));
            }
            return cells;
        }
    }
}
