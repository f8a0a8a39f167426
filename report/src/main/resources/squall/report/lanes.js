const LANE = 18;

/** Windows by name, below them a lane for each kind of fault, and other events as marks. */
class Lanes extends TimePlot {
  constructor(name, run, view) {
    const kinds = [...new Set(run.injections.map((fault) => fault.lane))];
    const marked = run.events.length > 0 ? ["events"] : [];
    super(name, MARGIN.top + (kinds.length + marked.length + 1) * LANE + MARGIN.bottom, run, view);
    this.kinds = kinds.concat(marked);
    this.output = element("output", {}, "");
    this.legend = element("div", { class: "legend" }, this.output);
  }

  y(lane) {
    return this.top + lane * LANE;
  }

  draw(g) {
    this.verticals(g, this.timeTicks());
    this.clipped(g, () => this.run.windows.forEach((window) => this.band(g, window)));
    g.fillStyle = colour("muted");
    g.textAlign = "right";
    g.textBaseline = "middle";
    this.kinds.forEach((kind, i) => this.label(g, kind, this.y(i + 1.5)));
    this.clipped(g, () => {
      this.kinds.forEach((kind) => this.lane(g, this.run.injections.filter((fault) => fault.lane === kind)));
      this.run.events.forEach((event) => this.mark(g, event));
    });
  }

  /** The name of a lane, left of the axis; one that is longer goes on over it, as far as the first fault leaves room. */
  label(g, kind, y) {
    const room = MARGIN.left - 10;
    const faults = this.run.injections.filter((fault) => fault.lane === kind);
    const first = Math.min(this.right, ...faults.map((fault) => this.x(begun(fault, this.run.seconds))));
    const long = g.measureText(kind).width > room;
    g.textAlign = long ? "left" : "right";
    g.fillText(fitted(g, kind, long ? Math.max(room, first - 8) : room), this.left - 7 - (long ? room : 0), y);
  }

  band(g, window) {
    const from = this.x(window.from);
    const width = this.x(window.to) - from;
    g.fillStyle = colour(window.kind === "warmup" ? "calm" : window.kind);
    g.fillRect(from, this.top, width, this.bottom - this.top);
    g.strokeStyle = colour("rule");
    line(g, from, this.top, from, this.bottom);
    const seen = Math.max(from, this.left);
    g.fillStyle = colour("ink");
    g.textAlign = "left";
    g.textBaseline = "middle";
    g.fillText(fitted(g, window.name, Math.min(from + width, this.right) - seen - 8), seen + 5, this.y(0.5));
  }

  /** The faults of one kind; a name has the room until the next one begins, and is left out where that is none. */
  lane(g, faults) {
    faults.forEach((fault) => this.fault(g, fault));
    const spans = faults.map((fault) => [begun, ended].map((at) => this.x(at(fault, this.run.seconds))));
    let free = this.left;
    faults.forEach((fault, i) => {
      const from = Math.max(free, spans[i][1] + 4);
      const others = spans.filter((_, n) => n !== i);
      const next = Math.min(this.right, ...others.map(([begin]) => begin).filter((begin) => begin >= from - 4));
      const covered = others.some(([begin, end]) => begin < from && from < end);
      const text = covered || next - from < 24 ? "" : shortened(g, fault.name, next - from - 6);
      if (text !== "") {
        g.fillStyle = colour("ink");
        g.textAlign = "left";
        g.fillText(text, from, this.y(1 + this.kinds.indexOf(fault.lane)) + LANE / 2);
        free = from + g.measureText(text).width + 6;
      }
    });
  }

  /** Hatched while it was injected and while it was healed, pale until a probe saw either, full in between. */
  fault(g, fault) {
    const y = this.y(1 + this.kinds.indexOf(fault.lane)) + 3;
    const bar = (from, to, least) => [this.x(from), y, Math.max(least, this.x(to) - this.x(from)), LANE - 6];
    const end = ended(fault, this.run.seconds);
    g.fillStyle = colour("fault");
    g.globalAlpha = 0.45;
    g.fillRect(...bar(begun(fault, this.run.seconds), end, 2));
    g.globalAlpha = 1;
    if (fault.effective !== undefined) {
      g.fillRect(...bar(fault.effective, fault.healing ?? end, 2));
    }
    stretches(fault).forEach(([from, to]) => hatch(g, ...bar(from, to, 0)));
  }

  mark(g, event) {
    const x = this.x(event.at);
    g.fillStyle = colour("accent");
    g.beginPath();
    g.arc(x, this.y(this.kinds.length + 0.5), 3.5, 0, 2 * Math.PI);
    g.fill();
  }

  read() {
    this.output.textContent = this.view.cursor === null ? "" : `${clock(this.view.cursor)}  ${this.sentence()}`;
  }

  /** What was going on at the cursor. */
  sentence() {
    const at = this.view.cursor;
    const near = ((this.view.to - this.view.from) / (this.right - this.left)) * 5;
    return [
      ...this.run.windows.filter((w) => w.from <= at && at < w.to).map((w) => `${w.name} (${w.kind})`),
      ...this.run.injections
        .filter((f) => begun(f, Infinity) <= at && at <= ended(f, Infinity))
        .map((f) => `${f.name}${doing(f, at)}`),
      ...this.run.events.filter((e) => Math.abs(e.at - at) <= near).map((e) => `${e.type}: ${e.detail}`),
    ].join(" · ");
  }
}

/** Until when a fault is known to have lasted. */
function ended(fault, seconds) {
  return fault.verified ?? fault.healed ?? seconds;
}

/** From when on it may have had an effect. */
function begun(fault, seconds) {
  return fault.injecting ?? fault.effective ?? ended(fault, seconds);
}

/** The times in which it was injected and in which it was healed. */
function stretches(fault) {
  return [
    [fault.injecting, fault.injected],
    [fault.healing, fault.healed],
  ].filter(([from, to]) => from !== undefined && to > from);
}

/** What was being done at that time, if anything was. */
function doing(fault, at) {
  if (fault.injecting <= at && at < fault.injected) return ", injecting";
  return fault.healing <= at && at < fault.healed ? ", healing" : "";
}

/** Diagonal lines on paper, so that it differs from a plain bar without colour too. */
function hatch(g, x, y, width, height) {
  g.save();
  g.beginPath();
  g.rect(x, y, width, height);
  g.clip();
  g.fillStyle = colour("paper");
  g.fillRect(x, y, width, height);
  g.strokeStyle = colour("fault");
  g.lineWidth = 1.5;
  for (let from = x - height; from < x + width; from += 4) line(g, from, y + height, from + height, y);
  g.strokeRect(x, y, width, height);
  g.restore();
}

/** As much of a fault's name as there is room for: all, without zones and roles, without options too, its kind, or nothing. */
function shortened(g, name, width) {
  const withoutRoles = name.replace(/ \([^()]*\)/g, "");
  const forms = [name, withoutRoles, withoutRoles.replace(/ \{[^{}]*\}/g, ""), name.split(" ")[0]];
  return forms.find((form) => g.measureText(form).width <= width) ?? "";
}

/** A text cut where it would be too wide. */
function fitted(g, text, width) {
  if (g.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 1 && g.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return length > 1 ? `${text.slice(0, length)}…` : "";
}
