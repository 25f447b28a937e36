/** Key that orders the events of a machine; it also identifies an event within its device. */
export interface EventKey {
  /** Own time of the event, epoch ms. */
  readonly at: number
  /** Id of its batch as the device sent it; '' for a change of primary device (see `primaryEvent`). */
  readonly batchId: string
  /** Place of the event in the batch, from 0. */
  readonly position: number
}

/**
 * Compares two events of a machine for sorting, ascending: by time, then batch id (`compareBatchIds`), then position (domain,
 * section 2).
 */
export function compareEvents(a: EventKey, b: EventKey): number {
  return a.at - b.at || compareBatchIds(a.batchId, b.batchId) || a.position - b.position
}

/**
 * Compares two batch ids for sorting, ascending: the shorter first, then by bytes, both in UTF-8 (domain, section 2). A lone
 * surrogate counts as U+FFFD.
 */
export function compareBatchIds(a: string, b: string): number {
  if (a === b) return 0
  return utf8Length(a) - utf8Length(b) || compareCodePoints(a, b)
}

/**
 * Returns the event that comes later by `compareEvents`, in any order of arrival; `a` if both are equal. "Latest cycle" and
 * "latest reading" mean this event.
 */
export function laterOf<Key extends EventKey>(a: Key, b: Key): Key {
  return compareEvents(a, b) >= 0 ? a : b
}

function utf8Length(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    // A surrogate pair is two units and four bytes: each half adds 1 to its own unit.
    bytes += unit < 0x800 || isPaired(text, i) ? 1 : 2
  }
  return bytes
}

/** Compares by code points, which gives the same order as the bytes of UTF-8. */
function compareCodePoints(a: string, b: string): number {
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const left = codePointAt(a, i)
    const right = codePointAt(b, j)
    if (left !== right) return left - right
    i += left > 0xffff ? 2 : 1
    j += right > 0xffff ? 2 : 1
  }
  return a.length - i - (b.length - j)
}

function codePointAt(text: string, index: number): number {
  const point = text.codePointAt(index) ?? 0
  return point >= 0xd800 && point <= 0xdfff ? 0xfffd : point
}

function isPaired(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  if (unit >= 0xd800 && unit <= 0xdbff) return isLow(text.charCodeAt(index + 1))
  return isLow(unit) && isHigh(text.charCodeAt(index - 1))
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
