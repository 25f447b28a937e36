import type { Contact } from './communication.ts'

/** Time `[from, to)` in epoch ms in which a device is the primary one of a machine; `to` null: until now. */
interface Tenure {
  readonly deviceId: number
  readonly from: number
  readonly to: number | null
}

/**
 * Returns the contact of a machine: that of its primary devices one after another, each cut at its assignment (domain, section
 * 2). `tenures` and the gaps of `contacts`, by device id, ascend. Time without a primary device is a gap, or follows the last
 * contact. Null: no primary device ever was in contact.
 */
export function contactOfMachine(tenures: readonly Tenure[], contacts: ReadonlyMap<number, Contact>): Contact | null {
  const periods = tenures.flatMap(({ deviceId, from, to }) =>
    periodsOf(contacts.get(deviceId)).flatMap((period) => {
      const [start, end] = [Math.max(period.from, from), Math.min(period.to, to ?? Number.POSITIVE_INFINITY)]
      return start > end || start === to ? [] : [{ from: start, to: end }]
    }),
  )
  const [first] = periods
  const last = periods.at(-1)
  if (first === undefined || last === undefined) return null
  const gaps = periods.slice(1).map((period, i) => ({ from: periods[i]?.to ?? period.from, to: period.from }))
  return { firstAt: first.from, lastAt: last.to, gaps: gaps.filter(({ from, to }) => from < to) }
}

/** Returns the periods of contact of a device, ascending, each from its first message to its last; empty without contact. */
function periodsOf(contact: Contact | undefined): { readonly from: number; readonly to: number }[] {
  if (contact === undefined) return []
  const starts = [contact.firstAt, ...contact.gaps.map(({ to }) => to)]
  const ends = [...contact.gaps.map(({ from }) => from), contact.lastAt]
  return starts.map((from, i) => ({ from, to: ends[i] ?? from }))
}
