/**
 * A ZIP of one form: the same files give the same bytes, on every machine and in every version. Nothing is packed, since a
 * compressor's output changes with its version; no dates, no extras, names in ascending order.
 */
import { crc32 } from "node:zlib";
import { assert, RuntimeFailure } from "../../errors.ts";

export interface ZipFile {
  /** Letters, digits, `.`, `_`, `-`, and `/` between folders. */
  readonly name: string;
  readonly content: Uint8Array;
}

const LOCAL_SIGNATURE = 0x04034b50;
const CENTRAL_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const VERSION = 10;
const MADE_BY = 20;
/** 1980-01-01, the first day that a ZIP can name. */
const DATE = 0x21;
/** Readers hold a bundle in memory; ZIP itself ends at 4 GiB and 65,535 entries. */
const MAXIMUM_BYTES = 2 ** 31 - 1;
const MAXIMUM_FILES = 65_534;
const NAME = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;

/** The ZIP of the files. Errors: RuntimeFailure `input-too-large` beyond 2 GiB or 65,534 files. */
export function zipOf(files: readonly ZipFile[]): Uint8Array {
  const sorted = files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const sum = sorted.reduce((bytes, { name, content }) => bytes + content.length + 2 * name.length + 100, 0);
  if (sum > MAXIMUM_BYTES || sorted.length > MAXIMUM_FILES)
    throw new RuntimeFailure(
      "input-too-large",
      `a bundle of ${sorted.length} files and ${sum} bytes is larger than one may be`,
    );
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [index, file] of sorted.entries()) {
    assert(NAME.test(file.name) && sorted[index - 1]?.name !== file.name, `${file.name} names one file of a bundle`);
    const [name, header] = [Buffer.from(file.name), entryHeader(file)];
    directory.push(centralHeader(header, offset), name);
    const entry = [localHeader(header), name, file.content];
    parts.push(...entry);
    offset += entry.reduce((bytes, part) => bytes + part.length, 0);
  }
  const central = Buffer.concat(directory);
  return Buffer.concat([...parts, central, endRecord({ count: sorted.length, bytes: central.length, offset })]);
}

/** What both headers of an entry say: from the version that is needed to the lengths of name and extra field. */
function entryHeader({ name, content }: ZipFile): Buffer {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(VERSION, 0);
  header.writeUInt16LE(DATE, 8);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(content.length, 14);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
}

function localHeader(header: Buffer): Buffer {
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(LOCAL_SIGNATURE);
  return Buffer.concat([signature, header]);
}

function centralHeader(header: Buffer, offset: number): Buffer {
  const central = Buffer.alloc(46);
  central.writeUInt32LE(CENTRAL_SIGNATURE, 0);
  central.writeUInt16LE(MADE_BY, 4);
  header.copy(central, 6);
  central.writeUInt32LE(offset, 42);
  return central;
}

function endRecord(it: { readonly count: number; readonly bytes: number; readonly offset: number }): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_SIGNATURE, 0);
  end.writeUInt16LE(it.count, 8);
  end.writeUInt16LE(it.count, 10);
  end.writeUInt32LE(it.bytes, 12);
  end.writeUInt32LE(it.offset, 16);
  return end;
}
