/** Buttons and lists that do what dragging does, and say what is shown. */
function tools(view, windows, operations) {
  const range = element("output", { class: "range" });
  const button = (name, text, action) => {
    const made = element("button", { type: "button", "aria-label": name, title: name }, text);
    made.addEventListener("click", action);
    return made;
  };
  const all = button("Show the whole run", "Whole run", () => view.showAll());
  const jump = choice("Window", ["whole run", ...windows.map((w) => w.name)], (n) =>
    n === 0 ? view.showAll() : view.showWindow(n - 1),
  );
  const whose = choice("Latency of", operations, (n) => view.choose(n));
  view.on("range", () => {
    range.textContent = `${clock(view.from)} – ${clock(view.to)}`;
    all.disabled = view.whole;
    jump.list.value = String(view.window + 1);
    whose.list.value = String(view.operation);
  });
  return element(
    "div",
    { class: "tools", role: "toolbar", "aria-label": "What the charts show" },
    button("Earlier", "◀", () => view.pan(-0.5)),
    button("Later", "▶", () => view.pan(0.5)),
    button("Zoom in", "+", () => view.zoom(0.5)),
    button("Zoom out", "−", () => view.zoom(2)),
    all,
    range,
    jump.label,
    ...(operations.length > 1 ? [whose.label] : []),
  );
}

/** A labelled list of choices. */
function choice(name, values, chosen) {
  const list = element("select");
  values.forEach((value, i) => list.append(element("option", { value: String(i) }, value)));
  list.addEventListener("change", () => chosen(Number(list.value)));
  return { list, label: element("label", {}, `${name} `, list) };
}

/** The numbers behind a chart as a table, made when somebody opens it. */
function dataTable(plot, view) {
  const details = element("details", { class: "data" }, element("summary", {}, "Show data"));
  const fill = () => {
    if (!details.open) return;
    const { heads, rows } = plot.rows(40);
    const head = element("tr", {}, ...heads.map((h) => element("th", { scope: "col", class: "number" }, h)));
    const table = element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows.map((r) => row(r))));
    details.querySelector(".scroll")?.remove();
    details.append(element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": `Data: ${plot.frame.getAttribute("aria-label")}` }, table));
  };
  const row = ([first, ...others]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row", class: "number" }, first),
      ...others.map((other) => element("td", { class: "number" }, other)),
    );
  details.addEventListener("toggle", fill);
  view?.on("range", fill);
  return details;
}
