/** One metric from run to run: a dot for each, a line for the median between changes, a mark where it changed. */
class TrendPlot extends Plot {
  constructor({ name, unit, values, changes }, runs) {
    super(unit ? `${name}, ${unit}` : name, 150);
    Object.assign(this, { values, changes, runs, at: null });
    this.output = element("output", {}, "");
    this.legend = element("div", { class: "legend" }, this.output);
    this.listen();
  }

  x(run) {
    return this.left + ((run + 0.5) / this.values.length) * (this.right - this.left);
  }

  draw(g) {
    const scale = new LinearScale(Math.max(...this.values), this.bottom, this.top + 4);
    this.horizontals(g, scale.ticks());
    const step = Math.max(1, Math.ceil(this.values.length / 20));
    this.verticals(g, this.values.map((_, run) => [this.x(run), `${run + 1}`]).filter((_, run) => run % step === 0));
    const cuts = [0, ...this.changes.map((change) => change.at), this.values.length];
    cuts.slice(1).forEach((to, i) => this.level(g, cuts[i], to, scale));
    this.changes.forEach((change) => this.change(g, change));
    g.fillStyle = stroke(0).colour;
    this.values.forEach((value, run) => dot(g, this.x(run), scale.y(value)));
  }

  level(g, from, to, scale) {
    const y = scale.y(median(this.values.slice(from, to)));
    g.strokeStyle = colour("muted");
    g.lineWidth = 1.5;
    line(g, this.x(from - 0.4), y, this.x(to - 0.6), y);
    g.lineWidth = 1;
  }

  change(g, { at, worse }) {
    const x = this.x(at - 0.5);
    g.strokeStyle = colour(worse ? "bad" : "good");
    g.setLineDash([4, 3]);
    line(g, x, this.top, x, this.bottom);
    g.setLineDash([]);
    g.fillStyle = colour(worse ? "bad" : "good");
    g.textAlign = "left";
    g.textBaseline = "top";
    g.fillText(worse ? "worse" : "better", x + 4, this.top);
  }

  listen() {
    this.frame.addEventListener("pointermove", (event) => {
      const x = event.clientX - this.frame.getBoundingClientRect().left;
      this.point(Math.floor(((x - this.left) / (this.right - this.left)) * this.values.length));
    });
    this.frame.addEventListener("pointerleave", () => this.point(null));
    this.frame.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) {
        event.preventDefault();
        this.point((this.at ?? (by > 0 ? -1 : this.values.length)) + by);
        this.say?.();
      }
    });
  }

  point(run) {
    this.at = run === null ? null : Math.max(0, Math.min(this.values.length - 1, run));
    this.showHair(run === null ? null : this.x(this.at));
    this.output.textContent = run === null ? "" : this.sentence();
  }

  sentence() {
    return this.at === null ? "" : `${this.at + 1}: ${amount(this.values[this.at])} in ${this.runs[this.at]}`;
  }

  rows() {
    return { heads: ["run", "value"], rows: this.values.map((value, run) => [this.runs[run], amount(value)]) };
  }
}

function dot(g, x, y) {
  g.beginPath();
  g.arc(x, y, 3, 0, 2 * Math.PI);
  g.fill();
}

/** Makes the charts of a trend's page. */
function drawTrend(head, columns, place) {
  const plots = head.courses.map((course) => new TrendPlot(course, head.runs));
  place.replaceChildren(...plots.map((plot) => figure(plot, null)));
  return plots;
}

begin(drawTrend);
