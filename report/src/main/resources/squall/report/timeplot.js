const TIME_STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];

/** A plot over the time that the view shows: phases behind, faults over, zoom by dragging, and the same by keys. */
class TimePlot extends Plot {
  constructor(name, height, run, view) {
    super(name, height);
    this.run = run;
    this.view = view;
    this.drag = element("div", { class: "drag" });
    this.frame.append(this.drag);
    this.listen();
    view.on("range", () => this.later());
    view.on("cursor", () => this.followCursor());
  }

  /** Takes the data of another plot of the same run, which has gone on; what a reader has chosen stays. */
  take(other) {
    this.run = other.run;
  }

  /** Draws once, before the next frame, however often it is asked to. */
  later() {
    this.asked ??= requestAnimationFrame(() => {
      this.asked = null;
      this.redraw();
      this.followCursor();
    });
  }

  x(moment) {
    const { from, to } = this.view;
    return this.left + ((moment - from) / (to - from)) * (this.right - this.left);
  }

  moment(x) {
    const { from, to } = this.view;
    return from + ((x - this.left) / (this.right - this.left)) * (to - from);
  }

  followCursor() {
    this.showHair(this.view.cursor === null ? null : this.x(this.view.cursor));
    this.read?.();
  }

  timeTicks() {
    const { from, to } = this.view;
    const wanted = ((to - from) / (this.right - this.left)) * 75;
    const step = TIME_STEPS.find((s) => s >= wanted) ?? Math.ceil(wanted / 86400) * 86400;
    const ticks = [];
    for (let n = Math.ceil(from / step); n * step <= to; n++) {
      const hundredths = Math.round(n * step * 100);
      const fraction = step < 1 ? `.${String(hundredths % 100).padStart(2, "0")}` : "";
      ticks.push([this.x(n * step), clock(hundredths / 100) + fraction]);
    }
    return ticks;
  }

  /** Windows as bands of colour. */
  bands(g) {
    for (const window of this.run.windows) {
      const x = this.x(window.from);
      g.fillStyle = colour(window.kind === "warmup" ? "calm" : window.kind);
      g.fillRect(x, this.top, this.x(window.to) - x, this.bottom - this.top);
    }
  }

  /** A bar above from when a fault was being injected until it was seen to be gone, hatched while it was injected and healed; a dashed line where that began. */
  faults(g) {
    g.fillStyle = colour("fault");
    g.strokeStyle = colour("fault");
    for (const fault of this.run.injections) {
      const from = this.x(begun(fault, this.run.seconds));
      g.fillRect(from, this.top, Math.max(1.5, this.x(ended(fault, this.run.seconds)) - from), 5);
      stretches(fault).forEach(([begin, end]) => hatch(g, this.x(begin), this.top, this.x(end) - this.x(begin), 5));
      g.setLineDash([3, 3]);
      line(g, from, this.top, from, this.bottom);
      g.setLineDash([]);
    }
  }

  listen() {
    const { frame, view } = this;
    const place = (event) => event.clientX - frame.getBoundingClientRect().left;
    let begun = null;
    frame.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && event.pointerType !== "touch") {
        begun = place(event);
        frame.setPointerCapture(event.pointerId);
      }
    });
    frame.addEventListener("pointermove", (event) => {
      view.point(this.moment(place(event)));
      this.showDrag(begun, place(event));
    });
    frame.addEventListener("pointerup", (event) => {
      if (begun !== null && Math.abs(place(event) - begun) > 4) {
        const [from, to] = [begun, place(event)].sort((a, b) => a - b).map((x) => this.moment(x));
        view.show(Math.max(view.from, from), Math.min(view.to, to));
      }
      begun = null;
      this.showDrag(null, 0);
    });
    frame.addEventListener("pointerleave", () => view.point(null));
    frame.addEventListener("dblclick", () => view.showAll());
    frame.addEventListener("keydown", (event) => this.key(event));
  }

  showDrag(begun, now) {
    const [from, to] = [begun ?? 0, now].sort((a, b) => a - b);
    this.drag.style.visibility = begun !== null && to - from > 4 ? "visible" : "hidden";
    this.drag.style.transform = `translateX(${from}px)`;
    this.drag.style.width = `${to - from}px`;
    this.drag.style.height = `${this.height - MARGIN.bottom}px`;
  }

  key(event) {
    const { view } = this;
    const step = Math.max(1, (view.to - view.from) / 200) * (event.shiftKey ? 10 : 1);
    const at = view.cursor ?? view.from;
    const actions = {
      ArrowRight: () => view.point(at + step),
      ArrowLeft: () => view.point(at - step),
      Home: () => view.point(view.from),
      End: () => view.point(view.to),
      PageDown: () => view.pan(0.5),
      PageUp: () => view.pan(-0.5),
      "+": () => view.zoom(0.5),
      "=": () => view.zoom(0.5),
      "-": () => view.zoom(2),
      Escape: () => view.showAll(),
    };
    if (actions[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      actions[event.key]();
      this.say?.();
    }
  }
}
