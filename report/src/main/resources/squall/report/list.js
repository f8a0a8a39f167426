/** Draws the runs of the folder, from runs.json, as the address asks for them, and again whenever the folder has changed. */
const ROWS = 100;
const MOST_CHOICES = 200;

/** A column: its name in addresses and searches, a run's text in it, and the number to compare by, NaN where a run has none. */
const column = (key, heading, text, value = null) => ({ key, heading, text, value, number: value !== null && key !== "when" });
const count = (number) => number.toLocaleString("en-US");
const measured = (key, heading, member, shown) =>
  column(key, heading, (run) => (member in run ? shown(run[member]) : ""), (run) => Number(run[member] ?? NaN));
const COLUMNS = [
  column("when", "began (UTC)", (run) => run.begun.slice(0, 19).replace("T", " "), (run) => Date.parse(run.begun) / 1e3),
  column("workload", "workload", (run) => run.workload),
  column("scenario", "scenario", (run) => run.scenario),
  column("database", "database", (run) => run.database),
  column("version", "version", (run) => run.version),
  measured("goodput", "goodput, ok/s", "goodput_per_s", amount),
  measured("p99", "p99, ms", "p99_ms", amount),
  column("verdict", "verdict", (run) => run.verdict),
  measured("lost", "lost writes", "lost_writes", count),
  column("tag", "tags", (run) => run.tags.join(" ")),
  column("run", "run", (run) => run.id),
];
const named = (key) => COLUMNS.find((each) => each.key === key);
const NEWEST = order(named("when"), false);

/** The columns whose values are offered for choice. */
const CHOICES = ["workload", "scenario", "database", "version", "verdict", "tag"];

/** What an address asks for; unknown parameters are ignored. */
function asked(search) {
  const parameters = new URLSearchParams(search);
  const sort = parameters.get("sort") ?? "-when";
  const page = parameters.get("page") ?? "";
  return {
    words: (parameters.get("q") ?? "").trim(),
    chosen: CHOICES.map((key) => [key, parameters.get(key) ?? ""]).filter(([, value]) => value !== ""),
    sort: named(sort.replace(/^-/, "")) ?? named("when"),
    ascending: !sort.startsWith("-"),
    grouped: parameters.get("group") === "yes",
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

const sortWord = ({ sort, ascending }) => (ascending ? "" : "-") + sort.key;

/** The address that asks for the same again. */
function address(query) {
  const parameters = new URLSearchParams(query.words ? { q: query.words } : {});
  query.chosen.forEach(([key, value]) => parameters.set(key, value));
  parameters.set("sort", sortWord(query));
  if (query.grouped) parameters.set("group", "yes");
  if (query.page > 1) parameters.set("page", String(query.page));
  return `/?${parameters}`;
}

/** The order of two runs in a column; those without a value come last in either direction. */
function order({ text, value }, ascending) {
  const by = value ?? ((run) => text(run).toLowerCase());
  const none = (found) => found === "" || Number.isNaN(found);
  return (one, other) => {
    const [x, y] = [by(one), by(other)];
    if (none(x) || none(y)) return none(x) - none(y);
    return ((x > y) - (x < y)) * (ascending ? 1 : -1);
  };
}

/** The runs that a query asks for, in its order. */
function found(runs, query) {
  const first = order(query.sort, query.ascending);
  return runs
    .filter((run) => query.chosen.every(([key, value]) => isChosen(run, key, value)) && query.words.split(/\s+/).every((word) => hasWord(run, word)))
    .sort((one, other) => first(one, other) || NEWEST(one, other) || (one.id < other.id ? -1 : 1));
}

const isChosen = (run, key, value) => (key === "tag" ? run.tags.includes(value) : named(key).text(run) === value);

/** Whether a run has a word in any column, or in one of them (column:word), or its number compares as the word says (p99:>20). */
function hasWord(run, word) {
  const contains = (text, part) => text.toLowerCase().includes(part.toLowerCase());
  const [, key, sign, wanted] = /^(\w+):([<>]=?|)(.+)$/.exec(word) ?? [];
  const one = named(key);
  if (!one) return [...COLUMNS.map((each) => each.text(run)), run.problem].some((text) => contains(text, word));
  if (!sign) return contains(one.text(run), wanted);
  const value = one.number && /^\d{1,15}(\.\d{1,9})?$/.test(wanted) ? one.value(run) : NaN;
  const limit = Number(wanted);
  return { ">": value > limit, ">=": value >= limit, "<": value < limit, "<=": value <= limit }[sign];
}

/** The runs of the same command on the same database together, in the order of the first of each; one that cannot be read stands alone. */
function groups(runs) {
  const all = new Map();
  for (const run of runs) {
    const key = JSON.stringify([run.workload, run.database, run.version, run.command, run.problem && run.id]);
    if (!all.has(key)) all.set(key, []);
    all.get(key).push(run);
  }
  return [...all.values()];
}

/** What a group says in a column: medians, the sum of lost writes, how often there was which verdict, and all tags. */
function summary({ key, text, value }, runs) {
  const numbers = value ? runs.map(value).filter((number) => !Number.isNaN(number)) : [];
  const verdicts = [...new Set(runs.map((run) => run.verdict))].sort();
  switch (key) {
    case "goodput":
    case "p99":
      return numbers.length === 0 ? "" : amount(median(numbers));
    case "lost":
      return numbers.length === 0 ? "" : count(numbers.reduce((sum, number) => sum + number));
    case "verdict":
      return verdicts.map((verdict) => `${verdict} × ${runs.filter((run) => run.verdict === verdict).length}`).join("; ");
    case "tag":
      return [...new Set(runs.flatMap((run) => run.tags))].join(" ");
    default:
      return text(runs[0]);
  }
}

/** The row of a run, or of a group of them. */
function row(runs, grouped) {
  const [first] = runs;
  const place = `/run/${encodeURIComponent(first.id)}`;
  const size = grouped ? [element("td", { class: "number", "data-label": "runs" }, count(runs.length))] : [];
  if (first.problem) return broken(first, place, size);
  const ids = runs.filter((run) => !run.problem && !run.running).map((run) => run.id);
  const name = (grouped ? "the group of " : "") + first.id;
  const cells = COLUMNS.map((each) => cell(each, runs, grouped ? summary(each, runs) : each.text(first), place));
  const curve = { src: `${place}/curve.svg`, loading: "lazy", width: "120", height: "28", alt: "Throughput over time, faults shaded" };
  cells.splice(-1, 0, element("td", { class: "curve" }, element("img", curve)));
  return element("tr", {}, side("a", ids, name), side("b", ids, name), ...size, ...cells);
}

/** The row of a directory that cannot be read, with the reason across all columns. */
function broken(run, place, size) {
  const why = { class: run.tone, "data-label": "verdict", colspan: String(COLUMNS.length) };
  return element(
    "tr",
    { class: "broken" },
    element("td", { colspan: "2", class: "side" }),
    ...size,
    element("th", { scope: "row" }, element("a", { href: place }, run.id)),
    element("td", why, `${run.verdict}: ${run.problem}`),
  );
}

function cell({ key, heading, number }, runs, text, place) {
  const bad = key === "lost" && runs.some((run) => run.lost_writes > 0);
  const style = [number ? "number" : "", key === "verdict" ? runs[0].tone : "", bad ? "bad" : ""].join(" ").trim();
  const attributes = { ...(style && { class: style }), "data-label": heading };
  if (key !== "when") return element("td", attributes, text);
  return element("th", { scope: "row", ...attributes }, element("a", { href: place }, text || "not recorded"));
}

/** The box that puts the runs of a row on a side of a comparison; runs under way cannot be compared. */
function side(name, ids, what) {
  if (ids.length === 0) return element("td", { class: "side", "data-label": "" });
  const label = name.toUpperCase();
  const box = element("input", { type: "checkbox", name, value: ids.join("/"), "aria-label": `${label}: ${what}` });
  box.checked = ids.every((run) => chosen[name].has(run));
  return element("td", { class: "side", "data-label": label }, box);
}

function heading(one, query) {
  const sorted = one !== query.sort ? "none" : query.ascending ? "ascending" : "descending";
  const ascending = one === query.sort ? !query.ascending : !one.number && one.key !== "when";
  const sign = { none: "", ascending: " ▲", descending: " ▼" }[sorted];
  const link = element("a", { href: address({ ...query, sort: one, ascending, page: 1 }) }, one.heading + sign);
  return element("th", { scope: "col", ...(one.number && { class: "number" }), "aria-sort": sorted }, link);
}

function headings(query) {
  const plain = (text, style) => element("th", { scope: "col", ...(style && { class: style }) }, text);
  const all = COLUMNS.map((each) => heading(each, query));
  all.splice(-1, 0, plain("throughput"));
  return element("tr", {}, plain("A", "side"), plain("B", "side"), ...(query.grouped ? [plain("runs", "number")] : []), ...all);
}

function pageLinks(query, last) {
  if (last < 2) return [];
  const link = (text, page) => element("a", { href: address({ ...query, page }) }, text);
  return [
    ...(query.page > 1 ? [link("◀ previous page", query.page - 1)] : []),
    element("span", {}, `page ${query.page} of ${last}`),
    ...(query.page < last ? [link("next page ▶", query.page + 1)] : []),
  ];
}

/** Shows in the form what the address asks for. */
function fillSearch(query) {
  const form = document.querySelector(".search");
  form.elements.q.value = query.words;
  form.elements.group.checked = query.grouped;
  form.elements.sort.value = sortWord(query);
}

/** Offers the values of the runs for choice. A choice without alternative is left out; of too many values a search finds one sooner. */
function fillChoices(runs, query) {
  for (const key of CHOICES) {
    const list = document.querySelector(`.search select[name=${key}]`);
    const [, wanted = ""] = query.chosen.find(([each]) => each === key) ?? [];
    const value = list?.value ?? wanted; // what is chosen and not searched for yet stays
    const texts = runs.flatMap((run) => (key === "tag" ? run.tags : [named(key).text(run)]));
    const values = [...new Set([...texts, value].filter((text) => text !== ""))].sort();
    if ((values.length < 2 || values.length > MOST_CHOICES) && !value) list?.closest("label").remove();
    else offer(list ?? newChoice(key), values, value);
  }
}

function newChoice(key) {
  const list = element("select", { name: key });
  document.getElementById("grouping").before(element("label", {}, `${named(key).heading} `, list));
  return list;
}

/** Replaces the options of a list only where they are others: one that is open would be closed. */
function offer(list, values, value) {
  if (JSON.stringify([...list.options].map((option) => option.value)) === JSON.stringify(["", ...values])) return;
  const options = values.map((each) => element("option", { value: each }, each));
  list.replaceChildren(element("option", { value: "" }, "any"), ...options);
  list.value = value;
}

/** Draws the list of all runs as the query asks for it; the focus stays where it is. */
function drawList(runs, query) {
  const hits = found(runs, query);
  const rows = query.grouped ? groups(hits) : hits.map((run) => [run]);
  const last = Math.max(1, Math.ceil(rows.length / ROWS));
  const page = Math.min(query.page, last); // an address that was kept may name one that is not there any more
  const place = (part) => part.getAttribute("href") ?? `${part.name} ${part.value}`;
  const focus = document.activeElement?.closest("#runs table, #runs nav") && place(document.activeElement);
  const [head, body] = document.querySelectorAll(".runs thead, .runs tbody");
  document.getElementById("count").textContent =
    runs.length === 0
      ? "There is no run in this folder yet; the first one appears here."
      : `${count(hits.length)} of ${count(runs.length)} run${runs.length === 1 ? "" : "s"}`;
  document.getElementById("choice").hidden = hits.length === 0;
  head.replaceChildren(headings(query));
  body.replaceChildren(...rows.slice(ROWS * (page - 1), ROWS * page).map((each) => row(each, query.grouped)));
  document.querySelector(".pages").replaceChildren(...pageLinks({ ...query, page }, last));
  if (focus) [...document.querySelectorAll("#runs table :is(a, input), #runs nav a")].find((part) => place(part) === focus)?.focus();
  sayChosen();
}

/** The runs of either side, in whatever search or page of the list they were chosen; they are kept until the tab is closed. */
const chosen = { a: new Set(), b: new Set() };
const boxes = () => [...document.querySelectorAll(".runs input")];
const runsOf = (box) => box.value.split("/");
const chosenRuns = () => ["a", "b"].flatMap((side) => [...chosen[side]].map((run) => [side, run]));

/** Says how many runs are on either side, and how many of them are not in sight. */
function sayChosen() {
  const seen = new Set(boxes().flatMap((box) => runsOf(box).map((run) => `${box.name} ${run}`)));
  const unseen = chosenRuns().filter(([side, run]) => !seen.has(`${side} ${run}`)).length;
  document.getElementById("chosen").textContent =
    `${chosen.a.size} in A, ${chosen.b.size} in B${unseen > 0 ? `, ${unseen} of them not listed here` : ""}`;
  document.getElementById("clear").hidden = chosenRuns().length === 0;
}

function keepChosen() {
  sessionStorage.setItem(document.title, JSON.stringify(chosenRuns()));
  sayChosen();
}

document.querySelector(".runs").addEventListener("change", ({ target }) => {
  runsOf(target).forEach((run) => (target.checked ? chosen[target.name].add(run) : chosen[target.name].delete(run)));
  keepChosen();
});
document.getElementById("clear").addEventListener("click", () => {
  Object.values(chosen).forEach((side) => side.clear());
  boxes().forEach((box) => (box.checked = false));
  keepChosen();
});
document.getElementById("choice").addEventListener("formdata", ({ formData }) => {
  for (const side of ["a", "b"]) {
    formData.delete(side);
    chosen[side].forEach((run) => formData.append(side, run));
  }
});

/** The version of the list that is drawn; null before the first, and once the server is gone: another one counts from the start again. */
let drawnVersion = null;

function lost() {
  drawnVersion = null;
  document.getElementById("lost").textContent = "The server does not answer. This is the list as it was last.";
}

const follow = renewal(async () => {
  const text = await textOf("/runs.json");
  if (text === null) {
    lost();
    return;
  }
  const { folder, version, runs } = JSON.parse(text);
  const query = asked(location.search);
  if (!document.documentElement.dataset.ready) {
    document.title = `Runs in ${folder}`;
    document.getElementById("folder").textContent = folder;
    for (const [side, run] of JSON.parse(sessionStorage.getItem(document.title) ?? "[]")) chosen[side].add(run);
    fillSearch(query);
  }
  fillChoices(runs, query);
  drawList(runs, query);
  drawnVersion = String(version);
  document.documentElement.dataset.ready = drawnVersion;
});

follow().then(() =>
  listen("/changes", {
    list: (event) => event.data !== drawnVersion && follow(),
    error: lost,
    open: () => (document.getElementById("lost").textContent = ""),
  }),
);
