/** The colours of the theme, read when something is drawn. */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

const SERIES_COLOURS = 7;
const DASHES = [[], [7, 4], [2, 3]];

/** Beyond the seventh series colours come again, with dashes. */
function stroke(number) {
  return { colour: colour(`c${number % SERIES_COLOURS}`), dash: DASHES[Math.floor(number / SERIES_COLOURS) % DASHES.length] };
}

/** The space around what is plotted, in CSS pixels. */
const MARGIN = { left: 62, right: 10, top: 6, bottom: 20 };

/** A canvas as wide as the page, in a frame that takes the pointer and the keyboard. Subclasses draw. */
class Plot {
  constructor(name, height) {
    this.canvas = element("canvas", { "aria-hidden": "true" });
    this.hair = element("div", { class: "hair" });
    this.frame = element(
      "div",
      { class: "plot", tabindex: "0", role: "application", "aria-label": name, "aria-describedby": "keys" },
      this.canvas,
      this.hair,
    );
    this.canvas.style.height = `${height}px`;
    this.height = height;
    this.width = 0;
  }

  get left() {
    return MARGIN.left;
  }

  get right() {
    return this.width - MARGIN.right;
  }

  get top() {
    return MARGIN.top;
  }

  get bottom() {
    return this.height - MARGIN.bottom;
  }

  /** Draws everything anew, in pixels of the page whatever those of the screen are. */
  redraw() {
    this.width = this.frame.clientWidth;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * ratio);
    this.canvas.height = Math.round(this.height * ratio);
    const g = this.canvas.getContext("2d");
    g.scale(ratio, ratio);
    g.font = `11px ${getComputedStyle(document.body).fontFamily}`;
    g.lineJoin = "round";
    if (this.right > this.left) this.draw(g);
  }

  /** Draws within the plot only. */
  clipped(g, drawing) {
    g.save();
    g.beginPath();
    g.rect(this.left, this.top, this.right - this.left, this.bottom - this.top);
    g.clip();
    drawing();
    g.restore();
  }

  /** Ticks at the left, and lines across. @param ticks pairs of where and what; an empty text is a line alone */
  horizontals(g, ticks) {
    g.fillStyle = colour("muted");
    g.strokeStyle = colour("grid");
    g.textAlign = "right";
    g.textBaseline = "middle";
    for (const [y, text] of ticks) {
      line(g, this.left, y, this.right, y);
      g.fillText(text, this.left - 7, y);
    }
  }

  /** Ticks below, and lines up. */
  verticals(g, ticks) {
    g.fillStyle = colour("muted");
    g.strokeStyle = colour("grid");
    g.textBaseline = "top";
    for (const [x, text] of ticks) {
      line(g, x, this.top, x, this.bottom);
      const half = g.measureText(text).width / 2;
      g.textAlign = x + half > this.width ? "right" : "center";
      g.fillText(text, g.textAlign === "right" ? this.width : x, this.bottom + 5);
    }
  }

  /** The cursor, for which nothing is drawn anew. */
  showHair(x) {
    this.hair.style.visibility = x === null ? "hidden" : "visible";
    this.hair.style.height = `${this.height - MARGIN.bottom}px`;
    this.hair.style.transform = `translateX(${x}px)`;
  }
}

function line(g, x1, y1, x2, y2) {
  g.beginPath();
  g.moveTo(x1, y1);
  g.lineTo(x2, y2);
  g.stroke();
}

/** A scale from 0 to the highest value, with round ticks. */
class LinearScale {
  constructor(highest, bottom, top) {
    this.bottom = bottom;
    this.top = top;
    this.step = LinearScale.step((highest || 1) / 4);
    this.highest = Math.ceil(((highest || 1) * 1.04) / this.step) * this.step;
  }

  static step(wanted) {
    const power = 10 ** Math.floor(Math.log10(wanted));
    return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= wanted);
  }

  y(value) {
    return this.bottom - (value / this.highest) * (this.bottom - this.top);
  }

  ticks() {
    const count = Math.round(this.highest / this.step);
    const digits = Math.max(3, Math.ceil(-Math.log10(this.step)));
    return Array.from({ length: count + 1 }, (_, i) => i * this.step).map((v) => [
      this.y(v),
      v.toLocaleString("en-US", { maximumFractionDigits: digits }),
    ]);
  }
}

/** A logarithmic scale of microseconds from power to power of ten. */
class LogScale {
  constructor(lowest, highest, bottom, top) {
    this.bottom = bottom;
    this.top = top;
    this.from = Math.floor(Math.log10(lowest));
    this.to = Math.max(this.from + 1, Math.ceil(Math.log10(highest)));
  }

  y(value) {
    const share = (Math.log10(value) - this.from) / (this.to - this.from);
    return this.bottom - share * (this.bottom - this.top);
  }

  micros(y) {
    return 10 ** (this.from + ((this.bottom - y) / (this.bottom - this.top)) * (this.to - this.from));
  }

  /** Powers of ten have a text, 2 and 5 times those where there is room. */
  ticks() {
    const ticks = [];
    const room = (this.bottom - this.top) / (this.to - this.from);
    for (let power = this.from; power <= this.to; power++) {
      for (const n of power < this.to ? [1, 2, 5] : [1]) {
        ticks.push([this.y(n * 10 ** power), n === 1 || room > 60 ? shortLatency(n * 10 ** power) : ""]);
      }
    }
    return ticks;
  }
}
