/** Lines over time with a legend that tells the values at the cursor and switches lines off. */
class LinePlot extends TimePlot {
  /** @param lines each with a name, times, values and a number that its colour follows */
  constructor(name, height, run, view, lines, format) {
    super(name, height, run, view);
    this.lines = lines.map((line) => ({ ...line, shown: true }));
    this.format = format;
    this.legend = element("div", { class: "legend" });
    this.lines.forEach((line) => this.legend.append(this.entry(line)));
  }

  /** A legend entry, which is a button. */
  entry(line) {
    const swatch = element("span", { class: "swatch" });
    line.output = element("output", {}, "");
    const button = element("button", { type: "button", "aria-pressed": "true" }, swatch, `${line.name} `, line.output);
    button.addEventListener("click", () => {
      line.shown = !line.shown;
      button.setAttribute("aria-pressed", String(line.shown));
      this.later();
    });
    line.swatch = swatch;
    return button;
  }

  take(other) {
    super.take(other);
    this.lines.forEach((line, i) => Object.assign(line, { values: other.lines[i].values, times: other.lines[i].times }));
  }

  get shown() {
    return this.lines.filter((line) => line.shown);
  }

  scale() {
    let highest = 0;
    for (const line of this.shown) {
      const [first, last] = line.times.within(this.view.from, this.view.to);
      for (let i = first; i <= last; i++) if (line.values[i] > highest) highest = line.values[i];
    }
    return new LinearScale(highest, this.bottom, this.top + 4);
  }

  draw(g) {
    const scale = this.scale();
    this.clipped(g, () => this.bands(g));
    this.horizontals(g, scale.ticks());
    this.verticals(g, this.timeTicks());
    this.clipped(g, () => {
      for (const line of this.shown) this.path(g, line, scale);
      this.faults(g);
    });
    this.lines.forEach((line) => (line.swatch.style.background = stroke(line.number).colour));
  }

  /** Where several numbers fall on one pixel, the line goes through the lowest and the highest of them. */
  path(g, { times, values, number }, scale) {
    const [first, last] = times.within(this.view.from, this.view.to);
    const { colour, dash } = stroke(number);
    const pen = new Pen(g);
    g.strokeStyle = colour;
    g.lineWidth = 1.4;
    g.setLineDash(dash);
    g.beginPath();
    // A number with none on either side is as long as its interval.
    for (let i = Math.max(0, first - 1); i <= Math.min(values.length - 1, last + 1); i++) {
      const y = values[i] >= 0 ? scale.y(values[i]) : NaN;
      const alone = !(values[i - 1] >= 0) && !(values[i + 1] >= 0);
      for (const moment of alone ? [times.starts[i], times.until(i)] : [times.middle(i)]) pen.to(this.x(moment), y);
    }
    pen.end();
    g.stroke();
    g.setLineDash([]);
    g.lineWidth = 1;
  }

  /** Tells the values at the cursor. */
  read() {
    for (const line of this.lines) line.output.textContent = this.view.cursor === null ? "" : this.value(line);
  }

  value(line) {
    const i = line.times.index(this.view.cursor);
    return this.format(i < 0 ? NaN : line.values[i]);
  }

  sentence() {
    return this.shown.map((line) => `${line.name} ${this.value(line)}`).join(", ");
  }

  /** Rows for people who want numbers: the stretch shown in so many parts, of each the highest value. */
  rows(parts) {
    const { from, to } = this.view;
    const rows = [];
    for (let n = 0; n < parts; n++) {
      const begin = from + ((to - from) * n) / parts;
      const end = from + ((to - from) * (n + 1)) / parts;
      rows.push([clock(begin), ...this.shown.map((line) => this.format(highest(line, begin, end)))]);
    }
    return { heads: ["from", ...this.shown.map((line) => line.name)], rows };
  }
}

/** Of the intervals that begin within a stretch. */
function highest({ times, values }, begin, end) {
  let most = NaN;
  const [first, last] = times.within(begin, end);
  for (let i = first; i <= last; i++) {
    if (times.starts[i] >= begin && times.starts[i] < end && !(values[i] <= most)) {
      most = Number.isNaN(values[i]) ? most : values[i];
    }
  }
  return most;
}

/** Draws a line of any number of points with at most four for each pixel; NaN is a gap, and a point alone is a dot. */
class Pen {
  constructor(g) {
    this.g = g;
    this.pixel = NaN;
    this.down = false;
  }

  to(x, y) {
    if (Number.isNaN(y)) {
      this.end();
      this.down = false;
      return;
    }
    if (Math.floor(x) === this.pixel) {
      this.low = Math.max(this.low, y);
      this.high = Math.min(this.high, y);
      this.last = y;
      return;
    }
    this.end();
    if (this.down) this.g.lineTo(x, y);
    else {
      this.g.moveTo(x - 0.7, y);
      this.g.lineTo(x + 0.7, y);
    }
    this.down = true;
    this.pixel = Math.floor(x);
    this.low = this.high = this.last = y;
    this.x = x;
  }

  /** Draws what the last pixel still owes. */
  end() {
    if (this.low > this.high) {
      this.g.lineTo(this.x, this.low);
      this.g.lineTo(this.x, this.high);
      this.g.lineTo(this.x, this.last);
    }
    this.low = this.high = NaN;
    this.pixel = NaN;
  }
}

/** Percentiles over time on a logarithmic scale, of one operation at a time. */
class LatencyPlot extends LinePlot {
  /** @param columns for each operation, for each percentile, microseconds */
  constructor(name, height, run, view, lines, columns) {
    super(name, height, run, view, lines, latency);
    this.columns = columns;
    view.on("range", () => this.choose());
  }

  choose() {
    this.lines.forEach((line, i) => (line.values = this.columns[this.view.operation][i]));
  }

  take(other) {
    super.take(other);
    this.columns = other.columns;
    this.choose();
  }

  scale() {
    let lowest = Infinity;
    let highest = 0;
    for (const line of this.shown) {
      const [first, last] = line.times.within(this.view.from, this.view.to);
      for (let i = first; i <= last; i++) {
        if (line.values[i] < lowest) lowest = line.values[i];
        if (line.values[i] > highest) highest = line.values[i];
      }
    }
    return highest > 0
      ? new LogScale(lowest, highest, this.bottom, this.top + 4)
      : new LogScale(100, 1e5, this.bottom, this.top + 4);
  }
}
