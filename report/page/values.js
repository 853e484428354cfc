// Numbers and words of the page: as tables and boxes have them, and as they are packed.
const number = (billionths) => billionths / 1e9;
// As printf() rounds: ties, such as 0.03125, to even.
const fixed = (x, digits) => {
  const scaled = x * 10 ** digits, floor = Math.floor(scaled);
  return (scaled - floor === 0.5 && floor % 2 === 0 ? floor / 10 ** digits : x).toFixed(digits);
};
const signed = (x) => (x === 0 ? "0" : (x < 0 ? "" : "+") + fixed(x, 4));
const dash = "\u2013";

// As the sign test: the two tails of a fair coin.
function signTest(wins, losses) {
  const n = wins + losses, least = Math.min(wins, losses);
  let sum = 0, log = -n * Math.LN2;  // of the probability of k heads
  for (let k = 0; k <= least; ++k) {
    sum += Math.exp(log);
    log += Math.log((n - k) / (k + 1));
  }
  return wins === losses ? 1 : Math.min(1, 2 * sum);
}

const pText = (p, least = 0.0001) => (p < 0.0001 ? "< " + fixed(least, 4).replace(/^0/, "") : fixed(p, 4));

// ---- Words of boxes ----------------------------------------------------------------------------------

const isWord = /[a-z0-9\u0080-\uffff]/i;
const bare = (word) => word.toLowerCase().replace(/^[,;:.!?()"']+|[,;:.!?()"']+$/g, "");

// As without_query() of the program.
function withoutQuery(text, query) {
  const stems = query.split(" ").map(bare).filter(Boolean).map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
  const ofQuery = stems.flatMap((stem) => [stem + "'s", stem + "s", stem]);
  const next = (left) => ofQuery.find((word) => left.toLowerCase().startsWith(word) && !isWord.test(left.charAt(word.length)));
  let left = text ?? "";
  for (let word = next(left); word; word = next(left)) left = left.slice(word.length).replace(/^[ ,;:.!?-]+/, "");
  return bare(left) ? left : text;
}

// How many letters of the text behind its name a line has room for, up to the end of a word: all where not even the first word fits,
// and CSS cuts it. Null where there is no room for the name.
function fittingLetters(line, text = "") {
  if (getComputedStyle(line).writingMode !== "horizontal-tb") return line.scrollHeight > line.clientHeight ? null : text.length;
  if (line.scrollWidth <= line.clientWidth) return text.length;
  const { right } = line.getBoundingClientRect(), range = document.createRange();
  if (line.firstChild.getBoundingClientRect().right > right) return null;
  const end = right - parseFloat(getComputedStyle(line).fontSize);  // with room for the ellipsis
  for (let size = text.lastIndexOf(" "); size > 0; size = text.lastIndexOf(" ", size - 1)) {
    range.setStart(line.lastChild.firstChild, 0);
    range.setEnd(line.lastChild.firstChild, size);
    if (range.getBoundingClientRect().right <= end) return text.slice(0, size).replace(/[ ,;:]+$/, "").length;
  }
  return text.length;
}

// ---- What is packed (report/page/packed.h) ---------------------------------------------------------

// How the code of so many bits for each symbol is read: symbol and bits, by the bits that come next.
function prefixCode(lengths) {
  const most = Math.max(1, ...lengths), table = new Uint16Array(1 << most);
  let code = 0;
  for (let bits = 1; bits <= most; ++bits) {
    lengths.forEach((length, symbol) => {
      if (length !== bits) return;
      let turned = 0;
      for (let i = 0; i < bits; ++i) turned |= ((code >> i) & 1) << (bits - 1 - i);
      for (let i = turned; i < table.length; i += 1 << bits) table[i] = (symbol << 4) | bits;
      ++code;
    });
    code <<= 1;
  }
  return { table, most };
}

// Of lengths and distances: where each code begins, and how many bits follow it.
function ranges(count, first, bitsOf) {
  const made = [];
  for (let i = 0, from = first; i < count; from += 1 << bitsOf(i++)) made.push([from, bitsOf(i)]);
  return made;
}
const lengthRanges = [...ranges(28, 3, (i) => (i < 8 ? 0 : (i - 4) >> 2)), [258, 0]], distanceRanges = ranges(30, 1, (i) => (i < 4 ? 0 : (i - 2) >> 1));
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const fixedLengths = [...Array(288).keys()].map((i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));

// Raw deflate (RFC 1951).
class Inflater {
  constructor(bytes, size) {
    this.bytes = bytes;
    this.out = new Uint8Array(size);
    this.at = this.to = this.bits = this.count = 0;
  }

  need(count) {
    for (; this.count < count; this.count += 8) this.bits |= this.bytes[this.at++] << this.count;
  }

  take(count) {
    this.need(count);
    const value = this.bits & ((1 << count) - 1);
    this.bits >>>= count;
    this.count -= count;
    return value;
  }

  symbol({ table, most }) {
    this.need(most);
    const found = table[this.bits & ((1 << most) - 1)], bits = found & 15;
    this.bits >>>= bits;
    this.count -= bits;
    return found >> 4;
  }

  // The lengths of the codes of a block, which have a code themselves.
  lengths(count, code) {
    const made = [];
    while (made.length < count) {
      const symbol = this.symbol(code);
      if (symbol < 16) made.push(symbol);
      else {
        const value = symbol === 16 ? made.at(-1) : 0;
        for (let n = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7); n > 0; --n) made.push(value);
      }
    }
    return made;
  }

  codes(kind) {
    if (kind === 1) return [prefixCode(fixedLengths), prefixCode(Array(30).fill(5))];
    const literals = 257 + this.take(5), distances = 1 + this.take(5), count = 4 + this.take(4), own = Array(19).fill(0);
    for (let i = 0; i < count; ++i) own[lengthOrder[i]] = this.take(3);
    const lengths = this.lengths(literals + distances, prefixCode(own));
    return [prefixCode(lengths.slice(0, literals)), prefixCode(lengths.slice(literals))];
  }

  stored() {
    this.take(this.count & 7);
    let length = this.take(16);
    this.take(16);
    for (; length > 0; --length) this.out[this.to++] = this.take(8);
  }

  block(kind) {
    const [literals, distances] = this.codes(kind), out = this.out;
    for (let symbol = this.symbol(literals); symbol !== 256; symbol = this.symbol(literals)) {
      if (symbol < 256) {
        out[this.to++] = symbol;
        continue;
      }
      const [length, lengthBits] = lengthRanges[symbol - 257];
      let left = length + this.take(lengthBits);
      const [distance, distanceBits] = distanceRanges[this.symbol(distances)];
      for (let from = this.to - distance - this.take(distanceBits); left > 0; --left) out[this.to++] = out[from++];
    }
  }

  all() {
    for (let isLast = 0; !isLast;) {
      isLast = this.take(1);
      const kind = this.take(2);
      if (kind === 0) this.stored();
      else this.block(kind);
    }
    return this.out;
  }
}

function bytesOf([size, text]) {
  const packed = atob(text), bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; ++i) bytes[i] = packed.charCodeAt(i);
  return new Inflater(bytes, size).all();
}

const textOf = (part) => new TextDecoder().decode(bytesOf(part));

// NaN where there is none.
function numbersOf(part) {
  const bytes = bytesOf(part), made = new Float64Array(bytes.reduce((count, byte) => count + (byte < 128 ? 1 : 0), 0));
  for (let i = 0, at = 0; i < made.length; ++i) {
    let code = bytes[at] & 127, unit = 128;
    for (; bytes[at] > 127; unit *= 128) code += (bytes[++at] & 127) * unit;
    ++at;
    made[i] = code === 0 ? NaN : code % 2 === 1 ? (code - 1) / 2 : -code / 2;
  }
  return made;
}

const once = (make) => {
  const made = [];
  return (i) => (made[i] ??= make(i));
};
