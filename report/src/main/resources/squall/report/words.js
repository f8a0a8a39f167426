/** Numbers and times as the tables write them. */
function clock(seconds) {
  const s = Math.floor(seconds);
  const two = (n) => String(n).padStart(2, "0");
  return s < 3600
    ? `${two(Math.floor(s / 60))}:${two(s % 60)}`
    : `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}:${two(s % 60)}`;
}

function amount(number) {
  if (!Number.isFinite(number)) return "–";
  const digits = number === 0 || number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2;
  return number.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Microseconds with the unit that suits them. */
function latency(micros) {
  if (!Number.isFinite(micros)) return "–";
  return micros < 9.995e5 ? `${amount(micros / 1e3)} ms` : `${amount(micros / 1e6)} s`;
}

/** Microseconds at an axis, where only 1, 2 and 5 times a power of ten occur. */
function shortLatency(micros) {
  if (micros >= 1e6) return `${micros / 1e6} s`;
  return micros >= 1e3 ? `${micros / 1e3} ms` : `${micros} µs`;
}

/** An element with attributes and children; text is always text. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Of any order. */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}
