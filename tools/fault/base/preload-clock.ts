// Loaded into a server process before its program (`--import`): its wall clock shows what a file says, read many times a second.
// The monotonic clock stays what it is, as it does where a machine's clock is set.
import { readFileSync } from 'node:fs'
import { CLOCK_FILE, type ClockShift } from './preload-names.ts'

const READ_EVERY_MS = 20
const file = process.env[CLOCK_FILE]
const RealDate = Date
const trueNow = Date.now.bind(Date)
let shift: ClockShift = { offsetMs: 0, rate: 0, since: 0 }

function read(): void {
  if (file === undefined) return
  try {
    shift = JSON.parse(readFileSync(file, 'utf8')) as ClockShift
  } catch {
    // Being written, or not yet there: as it was.
  }
}

function now(): number {
  const at = trueNow()
  return at + shift.offsetMs + Math.round((at - shift.since) * shift.rate)
}

class ShiftedDate extends RealDate {
  constructor(...given: []) {
    if (given.length === 0) super(now())
    else super(...given)
  }
  static override now(): number {
    return now()
  }
}

if (file !== undefined) {
  read()
  setInterval(read, READ_EVERY_MS).unref()
  globalThis.Date = ShiftedDate as DateConstructor
}
