/** What part of the run is shown, where the cursor is and whose latency is drawn; all charts follow it, and so does the address. */
class View {
  static NARROWEST = 4;

  constructor(seconds, windows) {
    this.seconds = seconds;
    this.windows = windows;
    this.from = 0;
    this.to = this.seconds;
    this.cursor = null;
    this.operation = 0;
    this.window = -1;
    this.listeners = { range: [], cursor: [] };
  }

  on(what, listener) {
    this.listeners[what].push(listener);
  }

  tell(what) {
    for (const listener of this.listeners[what]) listener();
  }

  /** Takes a run that has gone on: what shows the whole run shows the whole of it again. */
  grow(seconds, windows) {
    const { whole } = this;
    this.seconds = seconds;
    this.windows = windows;
    if (whole) this.showAll();
    else this.tell("range");
  }

  get whole() {
    return this.from === 0 && this.to === this.seconds;
  }

  /** Shows a stretch, moved into the run where it would leave it. */
  show(from, to, window = -1) {
    const width = Math.min(this.seconds, Math.max(View.NARROWEST, to - from));
    const middle = (from + to) / 2;
    this.from = Math.max(0, Math.min(this.seconds - width, middle - width / 2));
    this.to = this.from + width;
    this.window = window;
    if (this.cursor !== null) this.point(this.cursor);
    this.tell("range");
  }

  showAll() {
    this.show(0, this.seconds);
  }

  showWindow(number) {
    const { from, to } = this.windows[number];
    const margin = Math.max(1, (to - from) * 0.04);
    this.show(from - margin, to + margin, number);
  }

  /** A factor below 1 comes closer, to the cursor if there is one. */
  zoom(factor) {
    const at = this.cursor ?? (this.from + this.to) / 2;
    this.show(at - (at - this.from) * factor, at + (this.to - at) * factor);
  }

  /** Moves by a share of what is shown. */
  pan(share) {
    const by = (this.to - this.from) * share;
    this.show(this.from + by, this.to + by);
  }

  point(moment) {
    this.cursor = moment === null ? null : Math.max(this.from, Math.min(this.to - 1e-6, moment));
    this.tell("cursor");
  }

  choose(operation) {
    this.operation = operation;
    this.tell("range");
  }
}

/** Keeps a view and the part of the address behind the # alike: #ph3, #t=120-180, op=READ. */
class Address {
  static followed = null;

  constructor(view, operations) {
    this.view = view;
    this.operations = operations;
    this.written = null;
    this.read();
    view.on("range", () => this.write());
    Address.followed?.abort(); // charts that were made again have a view of their own
    Address.followed = new AbortController();
    addEventListener("hashchange", () => location.hash !== this.written && this.read(), { signal: Address.followed.signal });
  }

  read() {
    const parts = location.hash.slice(1).split("&").map(decoded);
    const operation = this.operations.indexOf(parts.find((p) => p.startsWith("op="))?.slice(3));
    if (operation >= 0) this.view.choose(operation);
    for (const part of parts) {
      const window = /^ph(\d+)$/.exec(part);
      const time = /^t=([\d.]+)-([\d.]+)$/.exec(part);
      if (window && this.view.windows[window[1]]) this.view.showWindow(Number(window[1]));
      if (time) this.view.show(Number(time[1]), Number(time[2]));
      if (window || time) document.getElementById("timeline").scrollIntoView();
    }
  }

  write() {
    const { view } = this;
    const parts = [];
    if (view.window >= 0) parts.push(`ph${view.window}`);
    else if (!view.whole) parts.push(`t=${round(view.from)}-${round(view.to)}`);
    if (view.operation > 0) parts.push(`op=${encodeURIComponent(this.operations[view.operation])}`);
    this.written = parts.length > 0 ? `#${parts.join("&")}` : "";
    history.replaceState(null, "", this.written || location.pathname + location.search);
  }
}

/** A part of an address before it was encoded; one that is not encoded well as it is. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch (failure) {
    if (failure instanceof URIError) return part;
    throw failure;
  }
}

function round(seconds) {
  return Math.round(seconds * 10) / 10;
}
