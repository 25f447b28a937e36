import type { DowntimeStop } from '../../features/stops/downtime.ts'
import { count } from '../../lib/format.ts'

/** Number of machines that a message names. */
const NAMED = 3

/**
 * Returns the number of several stops that were saved, as `3 saved`. With failures, the number of these and the names of their
 * machines follow, at most three: `2 saved, 1 not: Mazak 01`.
 */
function resultWords(saved: number, failed: readonly DowntimeStop[]): string {
  if (failed.length === 0) return `${count(saved)} saved`
  const names = [...new Set(failed.map(({ machine }) => machine.name))]
  const named = names.slice(0, NAMED).join(', ')
  return `${count(saved)} saved, ${count(failed.length)} not: ${named}${names.length > NAMED ? ' …' : ''}`
}

/**
 * Returns the message about several stops: `2 saved, 1 not: Mazak 01`, followed by the number that wait for the server if there
 * are any; only that number if no other stop remains.
 */
export function outcomeWords(saved: number, failed: readonly DowntimeStop[], waiting: number): string {
  if (waiting === 0) return resultWords(saved, failed)
  const rest = `${count(waiting)} not saved yet: kept here, and sent when the server can be reached`
  return saved + failed.length === 0 ? rest : `${resultWords(saved, failed)}; ${rest}`
}
