/** A chart with its name, legend and data. */
function figure(plot, view) {
  const name = plot.frame.getAttribute("aria-label");
  plot.say = () => {
    document.getElementById("said").textContent = `${view ? clock(view.cursor ?? view.from) + ": " : ""}${plot.sentence()}`;
  };
  const caption = element("figcaption", {}, element("h3", {}, name), plot.legend);
  return element("figure", { class: "chart" }, caption, plot.frame, ...(plot.rows ? [dataTable(plot, view)] : []));
}

/** The charts that are on the page. */
let shownPlots = [];

/** Draws again when width, theme or medium change. */
function followPage() {
  const redraw = () => shownPlots.forEach((plot) => plot.redraw());
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
  if (typeof DecompressionStream === "undefined") {
    document.getElementById("charts").textContent = "This browser is too old to draw the charts; the tables say the rest.";
    return;
  }
  show(await unpack(document.getElementById("data")), draw);
  followPage();
}

/** Draws what was unpacked, in place of what was drawn before. */
function show({ head, columns }, draw) {
  const place = document.getElementById("charts");
  if (head.seconds === 0) {
    place.textContent = "No second was recorded, so there is nothing to draw.";
    return;
  }
  shownPlots = draw(head, columns, place);
  shownPlots.forEach((plot) => plot.redraw());
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}
