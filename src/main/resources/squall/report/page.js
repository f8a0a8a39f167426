/** A chart with its name, legend and data. */
function figure(plot, view) {
  const name = plot.frame.getAttribute("aria-label");
  plot.say = () => {
    document.getElementById("said").textContent = `${view ? clock(view.cursor ?? view.from) + ": " : ""}${plot.sentence()}`;
  };
  const caption = element("figcaption", {}, element("h3", {}, name), plot.legend);
  return element("figure", { class: "chart" }, caption, plot.frame, ...(plot.rows ? [dataTable(plot, view)] : []));
}

/** Draws anew when width, theme or medium change. */
function followPage(plots) {
  const redraw = () => plots.forEach((plot) => plot.redraw());
  const printing = (on) => {
    document.documentElement.classList.toggle("printing", on);
    redraw();
  };
  addEventListener("resize", redraw);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  addEventListener("beforeprint", () => printing(true));
  addEventListener("afterprint", () => printing(false));
}

/** Unpacks what the page carries and draws it; the charts are all in step with the page from then on. @param draw makes the charts and returns them */
async function begin(draw) {
  const place = document.getElementById("charts");
  if (typeof DecompressionStream === "undefined") {
    place.textContent = "This browser is too old to draw the charts; the tables say the rest.";
    return;
  }
  const { head, columns } = await unpack(document.getElementById("data"));
  if (head.seconds === 0) {
    place.textContent = "No second was recorded, so there is nothing to draw.";
    return;
  }
  const charts = draw(head, columns, place);
  followPage(charts);
  charts.forEach((plot) => plot.redraw());
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}
