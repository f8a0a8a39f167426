/** The lanes of an outage and the signs of their marks, from top to bottom; the bar is below the healing. */
const OUTAGE_SIGNS = { injection: "▼", healing: "▼", log: "▲", session: "●", load: "◆" };

/** The share of the axis, in percent, within which marks of a lane are one. */
const MARK_ROOM = 1.2;

/** Draws the outages that the page carries; it has a place for them only if there are any. */
function drawOutages(outages) {
  document.getElementById("outage-charts")?.replaceChildren(...outages.map((outage) => new OutageDrawing(outage).figure()));
}

/** The steps of an outage's faults and its evidence, in order; all evidence but that of the load, its sessions and the fault is of logs. */
function outageMarks({ faults, parts }) {
  const steps = faults.flatMap(({ name, injecting, healing }) => [
    { lane: "injection", at: injecting, text: `injection of ${name} begins` },
    { lane: "healing", at: healing, text: `healing of ${name} begins` },
  ]);
  const evidence = parts.flatMap((part) => part.evidence).map(({ at, source, text }) => {
    const own = /^(fault|session|driver|load)s?( \d+)?$/.exec(source)?.[1] ?? "log";
    return { lane: { fault: "healing", driver: "session" }[own] ?? own, at, text: `${source}: ${text}` };
  });
  return [...steps.filter(({ at }) => at !== undefined), ...evidence].sort((a, b) => a.at - b.at);
}

function exactly(moment) {
  return `${moment.toFixed(3)} s`;
}

/** An outage on a time axis of its own, from its injection to its healing where those are near: a bar of its parts, with marks above and below. */
class OutageDrawing {
  constructor(outage) {
    this.outage = outage;
    this.marks = outageMarks(outage);
    const room = (outage.to - outage.from) / 2;
    const near = this.marks.map(({ at }) => at).filter((at) => outage.from - room <= at && at <= outage.to + room);
    this.from = Math.min(outage.from, ...near);
    this.to = Math.max(outage.to, ...near);
    this.stops = [];
  }

  figure() {
    const { name, text, atLeast, from, to } = this.outage;
    const length = `${atLeast ? "more than " : ""}${amount(to - from)} s`;
    const lanes = (...names) => names.flatMap((lane) => this.lane(lane));
    const ticks = this.ticks();
    const rows = element(
      "div",
      { class: "rows", role: "group", "aria-label": `Outage of ${length}, ${name}` },
      this.lines(ticks),
      ...lanes("injection", "healing"),
      this.row("outage", this.parts()),
      ...lanes("log", "session", "load"),
      this.row("", ticks.map((at) => this.placed(at, element("span", {}, `${at.toLocaleString("en-US")} s`)))),
    );
    const told = element("p", { class: "muted told" }, text);
    this.listen(rows, told);
    const link = element("a", { href: `#t=${round(this.from)}-${round(this.to)}` }, `${name}: ${length}`);
    const caption = element("figcaption", {}, element("h3", {}, link), element("div", { class: "legend" }, ...this.keys()));
    return element("figure", { class: "chart outage" }, caption, rows, told);
  }

  /** Where a moment is, in percent of the axis; one that is beyond it is at its end. */
  place(moment) {
    return Math.max(0, Math.min(100, ((moment - this.from) / (this.to - this.from)) * 100));
  }

  placed(at, made) {
    made.style.left = `${this.place(at)}%`;
    return made;
  }

  /** An element to point at or go to, with what it shows as text. */
  stop(at, attributes, text, content) {
    const made = element("div", { ...attributes, role: "img", tabindex: "-1", title: text, "aria-label": text }, content);
    this.stops.push({ at, made });
    return this.placed(at, made);
  }

  parts() {
    return this.outage.parts.map(({ kind, words, why, from, to }) => {
      const length = `${words} ${amount(to - from)} s`;
      const text = `${exactly(from)} to ${exactly(to)}: ${length}${why === "" ? "" : `: ${why}`}`;
      const made = this.stop(from, { class: "part", "data-kind": kind }, text, element("span", {}, length));
      made.style.width = `${this.place(to) - this.place(from)}%`;
      return made;
    });
  }

  /** The kinds of the parts with their patterns and their seconds in all. */
  keys() {
    const sums = new Map();
    for (const { kind, words, from, to } of this.outage.parts) {
      sums.set(kind, { words, seconds: (sums.get(kind)?.seconds ?? 0) + to - from });
    }
    return [...sums].map(([kind, { words, seconds }]) =>
      element("span", {}, element("span", { class: "key", "data-kind": kind }), `${words} ${amount(seconds)} s`),
    );
  }

  row(name, content) {
    return element("div", { class: "row" }, element("span", {}, name), element("div", { class: "track" }, ...content));
  }

  /** The marks of a lane, those too close to each other as one; no row if there are none. */
  lane(name) {
    const groups = [];
    for (const mark of this.marks.filter(({ lane }) => lane === name)) {
      const last = groups.at(-1);
      if (last && this.place(mark.at) - this.place(last[0].at) < MARK_ROOM) last.push(mark);
      else groups.push([mark]);
    }
    const made = groups.map((group) => {
      const [{ at }] = group;
      const texts = new Set(group.map((mark) => `${exactly(mark.at)} ${mark.text}`));
      const sign = at < this.from ? "◀" : at > this.to ? "▶" : OUTAGE_SIGNS[name];
      return this.stop(at, { class: "mark" }, [...texts].join("\n"), sign);
    });
    return made.length > 0 ? [this.row(name, made)] : [];
  }

  ticks() {
    const step = TIME_STEPS.find((seconds) => seconds >= (this.to - this.from) / 5) ?? TIME_STEPS.at(-1);
    const first = Math.ceil(this.from / step);
    return Array.from({ length: Math.floor(this.to / step) - first + 1 }, (_, n) => Math.round((first + n) * step * 100) / 100);
  }

  /** Lines across all rows: thin at the ticks, dashed where a fault was injected or healed. */
  lines(ticks) {
    const steps = this.marks.filter(({ lane, at }) => /^(injection|healing)$/.test(lane) && this.from <= at && at <= this.to);
    const line = (at, attributes) => this.placed(at, element("div", attributes));
    return element("div", { class: "lines" }, ...ticks.map((at) => line(at)), ...steps.map(({ at }) => line(at, { class: "step" })));
  }

  /** Tells what is pointed at or has the focus. Tab goes to the drawing and on, arrow keys go through it in order of time. */
  listen(rows, told) {
    const usual = told.textContent;
    const stops = this.stops.sort((a, b) => a.at - b.at).map(({ made }) => made);
    const tell = ({ target }) => (told.textContent = target.closest("[title]")?.title ?? usual);
    stops[0].tabIndex = 0;
    rows.addEventListener("pointerover", tell);
    rows.addEventListener("focusin", (event) => {
      stops.forEach((stop) => (stop.tabIndex = stop === event.target ? 0 : -1));
      tell(event);
    });
    for (const away of ["pointerleave", "focusout"]) rows.addEventListener(away, () => (told.textContent = usual));
    rows.addEventListener("keydown", (event) => {
      const at = stops.indexOf(event.target);
      const next = stops[{ ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: stops.length - 1 }[event.key]];
      if (next && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        next.focus();
      }
    });
  }
}
