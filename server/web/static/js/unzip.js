/** One member of a ZIP file, by the browser's own inflating. */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_SIZE = 22;
const LONGEST_COMMENT = 65535;
const STORED = 0;
const DEFLATED = 8;

/** The bytes of a member, at most `largest`. Throws where there is none that can be read. */
export async function member(bytes, name, largest) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const entry of entries(view, bytes)) {
    if (entry.name !== name) continue;
    const start = entry.at + 30 + view.getUint16(entry.at + 26, true) + view.getUint16(entry.at + 28, true);
    const packed = bytes.subarray(start, start + entry.packed);
    if (entry.method === STORED) return packed;
    if (entry.method === DEFLATED) return inflated(packed, largest);
  }
  throw new Error(`no ${name} that can be read`);
}

function* entries(view, bytes) {
  let at = directory(view);
  while (view.getUint32(at, true) === ENTRY) {
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    yield {
      name: new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)),
      method: view.getUint16(at + 10, true), packed: view.getUint32(at + 20, true), at: view.getUint32(at + 42, true),
    };
    at += 46 + name + extra + comment;
  }
}

/** Where the directory begins, as the last record of the file says. */
function directory(view) {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= Math.max(0, last - LONGEST_COMMENT); at -= 1) {
    if (view.getUint32(at, true) === END) return view.getUint32(at + 16, true);
  }
  throw new Error("no ZIP file");
}

/** What a few bytes unpack to can be very much: reading stops at the limit. */
async function inflated(packed, largest) {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > largest) throw new Error("too large");
    parts.push(value);
  }
}
