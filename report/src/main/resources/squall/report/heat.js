/** How many operations were how fast when: the darker, the more. */
class HeatPlot extends TimePlot {
  /** @param heat seconds of a column, lowest row, rows, rows in a factor of ten, counts column by column */
  constructor(name, height, run, view, heat) {
    super(name, height, run, view);
    this.hold(heat);
    this.ramp = element("canvas", { class: "scale", width: "100", height: "1", role: "img", "aria-label": "from few to many" });
    this.output = element("output", {}, "");
    this.legend = element("div", { class: "legend" });
    this.scaled = element("span", {}, this.told());
    this.legend.append("1 ", this.ramp, this.scaled, this.output);
  }

  hold(heat) {
    this.heat = heat;
    this.columns = heat.rows ? heat.counts.length / heat.rows : 0;
    this.most = heat.counts.reduce((most, count) => Math.max(most, count), 1);
  }

  told() {
    return ` ${amount(this.most)} operations a cell `;
  }

  take(other) {
    super.take(other);
    this.hold(other.heat);
    this.scaled.textContent = this.told();
  }

  /** Red, green and blue of a count. */
  cell(count) {
    const share = Math.log1p(count) / Math.log1p(this.most);
    return this.low.map((low, i) => low + (this.high[i] - low) * share);
  }

  scale() {
    const power = (row) => 10 ** (row / this.heat.rowsPerDecade);
    const { lowest, rows } = this.heat;
    return new LogScale(power(lowest), power(lowest + Math.max(rows, 1)), this.bottom, this.top);
  }

  draw(g) {
    this.low = colour("heat-low").split(",").map(Number);
    this.high = colour("heat-high").split(",").map(Number);
    const scale = this.scale();
    this.horizontals(g, scale.ticks());
    this.verticals(g, this.timeTicks());
    this.clipped(g, () => {
      if (this.columns > 0) this.picture(g, scale);
      this.faults(g);
    });
    this.drawRamp();
  }

  /** A pixel for each cell, stretched. */
  picture(g, scale) {
    const { seconds, rows, lowest, rowsPerDecade } = this.heat;
    const first = Math.max(0, Math.floor(this.view.from / seconds));
    const count = Math.min(this.columns, Math.ceil(this.view.to / seconds)) - first;
    if (count <= 0) return;
    const cells = new ImageData(count, rows);
    for (let column = 0; column < count; column++) {
      for (let row = 0; row < rows; row++) {
        const operations = this.heat.counts[(first + column) * rows + row];
        if (operations > 0) cells.data.set([...this.cell(operations), 255], ((rows - 1 - row) * count + column) * 4);
      }
    }
    const picture = element("canvas", { width: count, height: rows });
    picture.getContext("2d").putImageData(cells, 0, 0);
    const top = scale.y(10 ** ((lowest + rows) / rowsPerDecade));
    const bottom = scale.y(10 ** (lowest / rowsPerDecade));
    const x = this.x(first * seconds);
    g.imageSmoothingEnabled = false;
    g.drawImage(picture, x, top, this.x((first + count) * seconds) - x, bottom - top);
  }

  drawRamp() {
    const g = this.ramp.getContext("2d");
    for (let x = 0; x < 100; x++) {
      g.fillStyle = `rgb(${this.cell(this.most ** (x / 99)).join(",")})`;
      g.fillRect(x, 0, 1, 1);
    }
  }

  read() {
    this.output.textContent = this.view.cursor === null ? "" : this.sentence();
  }

  /** How many there are in the column under the cursor, and how far apart. */
  sentence() {
    const { rows, counts, seconds, lowest, rowsPerDecade } = this.heat;
    const column = counts.slice(...[0, 1].map((n) => (Math.floor(this.view.cursor / seconds) + n) * rows));
    const all = column.reduce((sum, count) => sum + count, 0);
    if (all === 0) return "nothing acknowledged here";
    const used = [...column.keys()].filter((row) => column[row] > 0);
    const edge = (row) => latency(10 ** ((lowest + row) / rowsPerDecade));
    return `here ${all.toLocaleString("en-US")} from ${edge(used[0])} to ${edge(used.at(-1) + 1)}`;
  }

  rows(parts) {
    const { from, to } = this.view;
    const moments = Array.from({ length: parts }, (_, n) => from + ((to - from) * n) / parts);
    const saved = this.view.cursor;
    const rows = moments.map((moment) => {
      this.view.cursor = moment;
      return [clock(moment), this.sentence()];
    });
    this.view.cursor = saved;
    return { heads: ["at", `operations in ${this.heat.seconds} s`], rows };
  }
}
