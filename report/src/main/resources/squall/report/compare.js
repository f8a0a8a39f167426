/** Both sides differ in colour and in dashes. @param number of things of one side that differ in colour too */
function sideStroke(side, number = 0) {
  return ((2 * number + side) % SERIES_COLOURS) + side * SERIES_COLOURS;
}

/** Values of every run by metric, in relation to the median of the first side: a row of rings above, a row of crosses below. */
class DotPlot extends Plot {
  static ROW = 34;

  constructor(name, sides, metrics) {
    super(name, MARGIN.top + metrics.length * DotPlot.ROW + MARGIN.bottom);
    this.sides = sides;
    this.metrics = metrics.map((metric) => {
      const middle = median(metric.values[0]);
      return { ...metric, relative: metric.values.map((values) => values.map((value) => (middle > 0 ? value / middle : NaN))) };
    });
    const all = this.metrics.flatMap((metric) => metric.relative.flat()).filter(Number.isFinite);
    this.from = Math.min(0.9, ...all);
    this.to = Math.max(1.1, ...all);
    this.legend = element("div", { class: "legend" }, `○ ${sides[0]}   ✕ ${sides[1]}`);
  }

  get left() {
    return Math.min(230, this.width * 0.4);
  }

  x(relative) {
    return this.left + 8 + ((relative - this.from) / (this.to - this.from)) * (this.right - this.left - 16);
  }

  draw(g) {
    const step = LinearScale.step((this.to - this.from) / 8);
    const ticks = [];
    for (let at = Math.ceil(this.from / step) * step; at <= this.to; at += step) ticks.push([this.x(at), `× ${Number(at.toFixed(6))}`]);
    this.verticals(g, ticks);
    this.metrics.forEach((metric, row) => this.metric(g, metric, this.top + (row + 0.5) * DotPlot.ROW));
  }

  metric(g, { name, verdict, relative }, y) {
    g.fillStyle = colour("ink");
    g.textAlign = "right";
    g.textBaseline = "middle";
    g.fillText(fitted(g, `${name}  ${verdict}`, this.left - 12), this.left - 7, y);
    relative.forEach((values, side) => {
      g.strokeStyle = stroke(side).colour;
      g.lineWidth = 1.6;
      const at = y + (side === 0 ? -7 : 7);
      values.filter(Number.isFinite).forEach((value) => (side === 0 ? ring(g, this.x(value), at) : cross(g, this.x(value), at)));
      line(g, this.x(median(values)), at - 7, this.x(median(values)), at + 7);
    });
    g.lineWidth = 1;
  }

  sentence() {
    return this.metrics.map(({ name, verdict }) => `${name}: ${verdict}`).join(", ");
  }

  rows() {
    return {
      heads: ["metric", ...this.sides],
      rows: this.metrics.map(({ name, values }) => [name, ...values.map((side) => side.map(amount).join("; "))]),
    };
  }
}

function ring(g, x, y) {
  g.beginPath();
  g.arc(x, y, 3.5, 0, 2 * Math.PI);
  g.stroke();
}

function cross(g, x, y) {
  line(g, x - 3, y - 3, x + 3, y + 3);
  line(g, x - 3, y + 3, x + 3, y - 3);
}

/** How many times as long the second side takes at each percentile, with a band for what is not known. */
class DifferencePlot extends Plot {
  /** @param points each a percentile, a ratio, and the ends of its band if there is one */
  constructor(name, points) {
    super(name, 200);
    this.points = points;
    this.most = nines(points.at(-1)[0]);
    const all = points.flatMap((point) => point.slice(1));
    this.from = Math.min(0.9, ...all);
    this.to = Math.max(1.1, ...all);
    this.legend = element("div", { class: "legend" });
  }

  x(percentile) {
    return this.left + (nines(percentile) / this.most) * (this.right - this.left);
  }

  y(ratio) {
    return this.bottom - ((ratio - this.from) / (this.to - this.from)) * (this.bottom - this.top - 4);
  }

  draw(g) {
    const step = LinearScale.step((this.to - this.from) / 5);
    const ticks = [];
    for (let at = Math.ceil(this.from / step) * step; at <= this.to; at += step) ticks.push([this.y(at), `× ${Number(at.toFixed(6))}`]);
    this.horizontals(g, ticks);
    this.verticals(g, [50, 90, 99, 99.9, 99.99].filter((p) => nines(p) <= this.most).map((p) => [this.x(p), `${p} %`]));
    this.band(g, this.points.filter((point) => point.length > 2));
    g.strokeStyle = colour("muted");
    line(g, this.left, this.y(1), this.right, this.y(1));
    g.strokeStyle = stroke(1).colour;
    g.lineWidth = 1.8;
    g.beginPath();
    for (const [percentile, ratio] of this.points) g.lineTo(this.x(percentile), this.y(ratio));
    g.stroke();
    g.lineWidth = 1;
  }

  band(g, points) {
    g.fillStyle = stroke(1).colour;
    g.globalAlpha = 0.2;
    g.beginPath();
    for (const [percentile, , low] of points) g.lineTo(this.x(percentile), this.y(low));
    for (const [percentile, , , high] of [...points].reverse()) g.lineTo(this.x(percentile), this.y(high));
    g.fill();
    g.globalAlpha = 1;
  }

  sentence() {
    return this.points.map(([percentile, ratio]) => `${percentile} percent: times ${amount(ratio)}`).join(", ");
  }

  rows() {
    const shown = (number) => (number === undefined ? "–" : number.toFixed(3));
    return {
      heads: ["percentile", "ratio", "from", "to"],
      rows: this.points.map(([percentile, ...values]) => [`${percentile} %`, ...[0, 1, 2].map((i) => shown(values[i]))]),
    };
  }
}

/** Seconds of all runs over each other. */
function overlays(head, columns, view) {
  const run = { ...head, injections: [], events: [] };
  const read = head.runs.map(({ name, side }) => {
    const throughput = columns.next();
    const times = new Times(columns.next(), head.seconds);
    return { name, number: sideStroke(side), throughput, times, p99: columns.next((log) => Math.exp(log / head.logSteps)) };
  });
  const regular = Times.regular(Math.ceil(head.seconds / head.step), head.step, head.seconds);
  const throughput = read.map(({ name, number, throughput }) => ({ name, number, values: throughput, times: regular }));
  const p99 = read.map(({ name, number, times, p99 }) => ({ name, number, values: p99, times }));
  return [
    new Lanes("Windows", run, view),
    new LinePlot("Throughput, acknowledged operations in a second", 210, run, view, throughput, amount),
    new LatencyPlot("p99, each point of one run", 230, run, view, p99, [p99.map((line) => line.values)]),
  ];
}

/** Makes the charts of a comparison's page. */
function drawComparison(head, columns, place) {
  const view = new View(head.seconds, head.windows);
  const timed = overlays(head, columns, view);
  place.replaceChildren(tools(view, head.windows, ["all"]), ...timed.map((plot) => figure(plot, view)));
  const dots = new DotPlot("Values of every run", head.sides, head.metrics);
  document.getElementById("dot-chart").replaceChildren(figure(dots, null));
  const all = [...timed, dots];
  if (head.curves.length > 0) {
    const curves = head.curves.map((curve) => ({ ...curve, number: sideStroke(curve.side, curve.window) }));
    const plot = new CurvePlot("Latency by percentile", 260, curves);
    document.getElementById("curve-chart").replaceChildren(figure(plot, null));
    all.push(plot);
  }
  if (head.difference.length > 0) {
    const plot = new DifferencePlot("Second side to first", head.difference);
    document.getElementById("difference-chart").replaceChildren(figure(plot, null));
    all.push(plot);
  }
  new Address(view, ["all"]);
  view.tell("range");
  return all;
}

begin(drawComparison);
