/** Follows a run under way: fetches the page again when the run has written something, and takes what is new of it. */
const liveStatus = element("p", { id: "live", class: "muted", role: "status" }, "Live.");
document.querySelector("header").append(liveStatus);

/** What the charts consist of; where that changes they are made again. */
function shape(run) {
  const lanes = [...new Set(run.injections.map((fault) => fault.lane))];
  const servers = run.servers.map((chart) => [chart.title, chart.nodes]);
  return JSON.stringify([
    run.throughput.map((line) => line.name),
    run.errors.map((line) => line.name),
    run.operations,
    servers,
    lanes,
    run.events.length > 0,
    run.lag.some((lag) => lag > 0),
  ]);
}

/** Gives the charts the data of the fresh page; where a reader looks, and what is switched off, stays. */
function renewCharts(head, columns) {
  if (head.seconds === 0) return;
  const first = columns.at;
  const run = drawn ? readRun(head, columns) : null;
  if (!drawn || shape(run) !== shape(drawn.run)) {
    columns.at = first;
    show({ head, columns }, drawRun);
    return;
  }
  const { view } = drawn;
  const fresh = timeCharts(run, new View(run.seconds, run.windows));
  drawn.timed.forEach((plot, i) => plot.take(fresh[i]));
  if (run.windows.length !== drawn.run.windows.length) {
    drawn.place.querySelector(".tools").replaceWith(tools(view, run.windows, run.operations));
  }
  drawn.run = run;
  view.grow(run.seconds, run.windows);
  renewCurves(run);
}

function renewCurves(run) {
  const place = document.getElementById("curve-chart");
  if (!place || run.curves.length === 0) return;
  const plot = new CurvePlot("Latency by percentile", 260, run.curves);
  place.replaceChildren(figure(plot, null));
  shownPlots = [...drawn.timed, plot];
  plot.redraw();
}

/** By what a part of the page is known. */
const partName = (part) => part.id || part.className || part.tagName;

/** Takes the tables and figures that have changed; what is open stays open, and the focus where it is. */
function renewParts(fresh) {
  const main = document.querySelector("main");
  const there = new Map([...main.children].map((part) => [partName(part), part]));
  let before = null;
  for (const part of [...fresh.querySelector("main").children]) {
    const old = there.get(partName(part));
    there.delete(partName(part));
    const drawing = part.id === "timeline" || part.id === "curves";
    if (!old) {
      before ? before.after(part) : main.prepend(part);
    } else if (!drawing && old.innerHTML !== part.innerHTML) {
      replace(old, part);
    }
    before = document.getElementById(part.id) ?? (old && !old.isConnected ? part : (old ?? part));
  }
  there.forEach((part) => part.remove());
}

function replace(old, part) {
  const open = [...old.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
  const focus = old.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  part.querySelectorAll("details").forEach((details) => {
    details.open ||= open.includes(details.querySelector("summary").textContent);
  });
  const from = old.querySelector(".scroll")?.scrollLeft ?? 0;
  old.replaceWith(part);
  const scroll = part.querySelector(".scroll");
  if (scroll) scroll.scrollLeft = from;
  if (focus) [...part.querySelectorAll("[aria-label]")].find((e) => e.getAttribute("aria-label") === focus)?.focus();
}

function renewHeader(fresh) {
  const old = document.querySelector("header");
  const made = fresh.querySelector("header");
  made.append(liveStatus);
  old.replaceWith(made);
  document.title = fresh.title;
}

const follow = renewal(async () => {
  const text = await textOf(location.pathname);
  if (text === null) {
    lost();
    return;
  }
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const data = fresh.getElementById("data");
  if (!data) return;
  await firstDrawing;
  const unpacked = typeof DecompressionStream === "undefined" ? null : await unpack(data);
  // From here on nothing waits, so that what the page says and what it draws are of the same moment.
  document.getElementById("data").textContent = data.textContent;
  renewHeader(fresh);
  renewParts(fresh);
  if (unpacked) renewCharts(unpacked.head, unpacked.columns);
  document.documentElement.dataset.renewed = String(Number(document.documentElement.dataset.renewed ?? 0) + 1);
  liveStatus.textContent = "Live.";
});

function lost() {
  liveStatus.textContent = "The server does not answer. This is what it said last.";
}

const stopListening = listen(`${location.pathname}/events`, {
  changed: follow,
  ended: () => {
    stopListening();
    location.reload();
  },
  error: lost,
  open: () => (liveStatus.textContent = "Live."),
});
