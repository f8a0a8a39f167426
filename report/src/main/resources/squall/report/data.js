/** Unpacks what the page carries: a header as JSON, then columns of whole numbers, all of it compressed. */
async function unpack(element) {
  const packed = Uint8Array.from(atob(element.textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const length = new DataView(bytes.buffer).getUint32(0);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  return { head, columns: new Columns(bytes, 4 + length) };
}

/** Reads columns one after the other: a count, then differences as zigzag varints. */
class Columns {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  /** The next column, NaN where nothing was measured. */
  next(value = (n) => n) {
    const column = new Float64Array(this.varint());
    let last = 0;
    for (let i = 0; i < column.length; i++) {
      const zigzag = this.varint();
      last += (zigzag >>> 1) ^ -(zigzag & 1);
      column[i] = last < 0 ? NaN : value(last);
    }
    return column;
  }

  varint() {
    let value = 0;
    let byte;
    let shift = 0;
    do {
      byte = this.bytes[this.at++];
      value |= (byte & 0x7f) << shift;
      shift += 7;
    } while (byte & 0x80);
    return value >>> 0;
  }
}

/** When the numbers of a column are from: number i is of the time from starts[i] to starts[i + 1], the last one until the end. */
class Times {
  constructor(starts, end) {
    this.starts = starts;
    this.end = end;
  }

  /** Intervals of one length up to an end that may cut the last one short. */
  static regular(count, step, end) {
    return new Times(
      Float64Array.from({ length: count }, (_, i) => i * step),
      Math.min(count * step, end),
    );
  }

  /** The number of the interval that a moment lies in; -1 if in none. */
  index(moment) {
    if (moment >= this.end) {
      return -1;
    }
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= moment) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  until(i) {
    return i + 1 < this.starts.length ? this.starts[i + 1] : this.end;
  }

  middle(i) {
    return (this.starts[i] + this.until(i)) / 2;
  }

  /** First and last number that touch a stretch of time. */
  within(from, to) {
    const last = this.index(Math.min(to, this.end - 1e-9));
    return [Math.max(0, this.index(from)), Math.min(this.starts.length - 1, last)];
  }
}
