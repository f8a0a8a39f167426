/** Windows whose curves are not shown at first where there are many. */
const QUIET = ["warmup", "recovery"];

/** Latency by percentile, a line for each window; the axis gives each further nine as much room as the one before. */
class CurvePlot extends Plot {
  /** @param curves each with a name and points of percentile and microseconds */
  constructor(name, height, curves) {
    super(name, height);
    const few = curves.length <= 8;
    this.curves = curves.map((curve, number) => ({ number, ...curve, shown: few || !QUIET.includes(curve.kind) }));
    this.legend = element("div", { class: "legend" });
    this.output = element("output", {}, "");
    this.curves.forEach((curve) => this.legend.append(this.entry(curve)));
    this.legend.append(this.output);
    this.most = Math.max(...curves.flatMap((c) => c.points).map(([p]) => (p < 100 ? nines(p) : 0)), 1);
    this.at = null;
    this.listen();
  }

  entry(curve) {
    curve.swatch = element("span", { class: "swatch" });
    curve.output = element("output", {}, "");
    const button = element("button", { type: "button", "aria-pressed": String(curve.shown) }, curve.swatch, `${curve.name} `, curve.output);
    button.addEventListener("click", () => {
      curve.shown = !curve.shown;
      button.setAttribute("aria-pressed", String(curve.shown));
      this.redraw();
    });
    return button;
  }

  get shown() {
    return this.curves.filter((curve) => curve.shown);
  }

  x(percentile) {
    const share = percentile < 100 ? nines(percentile) / this.most : 1;
    return this.left + Math.min(1, share) * (this.right - this.left);
  }

  draw(g) {
    const values = this.shown.flatMap((curve) => curve.points.map(([, micros]) => Math.max(1, micros)));
    const scale = new LogScale(Math.min(1e5, ...values), Math.max(1e3, ...values), this.bottom, this.top + 4);
    this.horizontals(g, scale.ticks());
    const ticks = [0, 50, 90, 99, 99.9, 99.99, 99.999, 99.9999].filter((p) => nines(p) <= this.most);
    this.verticals(g, ticks.map((p) => [this.x(p), `${p} %`]));
    this.clipped(g, () => this.shown.forEach((curve) => this.path(g, curve, scale)));
    this.curves.forEach((curve) => (curve.swatch.style.background = stroke(curve.number).colour));
  }

  path(g, { points, number }, scale) {
    const { colour, dash } = stroke(number);
    g.strokeStyle = colour;
    g.setLineDash(dash);
    g.lineWidth = 1.5;
    g.beginPath();
    for (const [percentile, micros] of points) g.lineTo(this.x(percentile), scale.y(Math.max(1, micros)));
    g.stroke();
    g.setLineDash([]);
    g.lineWidth = 1;
  }

  listen() {
    this.frame.addEventListener("pointermove", (event) => {
      const x = event.clientX - this.frame.getBoundingClientRect().left;
      this.point(((x - this.left) / (this.right - this.left)) * this.most);
    });
    this.frame.addEventListener("pointerleave", () => this.point(null));
    this.frame.addEventListener("keydown", (event) => {
      const by = { ArrowRight: this.most / 50, ArrowLeft: -this.most / 50 }[event.key];
      if (by) {
        event.preventDefault();
        this.point((this.at ?? 0) + by);
        this.say?.();
      }
    });
  }

  /** @param at in nines: 2 is the 99th percentile */
  point(at) {
    this.at = at === null ? null : Math.max(0, Math.min(this.most, at));
    this.showHair(at === null ? null : this.left + (this.at / this.most) * (this.right - this.left));
    this.output.textContent = at === null ? "" : `at ${this.percentile()} %`;
    for (const curve of this.curves) curve.output.textContent = at === null ? "" : this.value(curve);
  }

  percentile() {
    return Number((100 * (1 - 10 ** -this.at)).toPrecision(3 + Math.floor(this.at)));
  }

  value({ points }) {
    const percentile = this.percentile();
    return latency((points.find(([p]) => p >= percentile) ?? points.at(-1))[1]);
  }

  sentence() {
    return `at ${this.percentile()} percent: ${this.shown.map((c) => `${c.name} ${this.value(c)}`).join(", ")}`;
  }

  rows() {
    const shares = [50, 90, 95, 99, 99.9, 99.99, 99.999].filter((p) => nines(p) <= this.most);
    const value = ({ points }, share) => latency((points.find(([p]) => p >= share) ?? points.at(-1))[1]);
    return {
      heads: ["percentile", ...this.shown.map((curve) => curve.name)],
      rows: shares.map((share) => [`${share} %`, ...this.shown.map((curve) => value(curve, share))]),
    };
  }
}

/** How many nines a percentile has: 1 for 90, 2 for 99. */
function nines(percentile) {
  return -Math.log10(1 - percentile / 100);
}
