import type { DowntimeStop } from '../../features/stops/downtime.ts'
import { count } from '../../lib/format.ts'

/** Number of machines that a message names. */
const NAMED = 3

/** Returns `2 saved, 1 not: Mazak 01`; without failures `3 saved`. */
function resultWords(saved: number, failed: readonly DowntimeStop[]): string {
  if (failed.length === 0) return `${count(saved)} saved`
  const names = [...new Set(failed.map(({ machine }) => machine.name))]
  const named = names.slice(0, NAMED).join(', ')
  return `${count(saved)} saved, ${count(failed.length)} not: ${named}${names.length > NAMED ? ' …' : ''}`
}

/** Returns the message about several stops: `2 saved, 1 not: Mazak 01`, and how many wait for the server. */
export function outcomeWords(saved: number, failed: readonly DowntimeStop[], waiting: number): string {
  if (waiting === 0) return resultWords(saved, failed)
  const rest = `${count(waiting)} not saved yet: kept here, and sent when the server can be reached`
  return saved + failed.length === 0 ? rest : `${resultWords(saved, failed)}; ${rest}`
}
