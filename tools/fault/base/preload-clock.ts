// Loaded into a server process before its program (`--import`): the wall clock of the process shows the time from a file, which
// it reads many times a second. The monotonic clock does not change, as when the clock of a machine is set.
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
    // The file is being written or does not exist yet: the last value stays.
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
