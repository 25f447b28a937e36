import * as runs from '@millwatch/contract/http/runs'
import type { RunEntry } from '@millwatch/domain/runs'
import type { KeptEntry } from '../../lib/kept-entries.ts'
import type { KeptCall, NewEntry } from '../../lib/send-entries.ts'
import { endOfRunBody, newRunBody, type RunChanges } from './queries.ts'

/** Calls that start, update and end runs and count scrap, for entries that the browser keeps until the server has stored them. */
export const keptRunCalls: readonly KeptCall[] = [
  { endpoint: runs.startRun, fact: 'run.started' },
  { endpoint: runs.updateRun, fact: 'run.changed' },
  { endpoint: runs.endRun, fact: 'run.ended' },
  { endpoint: runs.addScrap, fact: 'run.changed' },
]

/**
 * Returns the body of a call without the groups to notify if this browser is a kiosk display, since a display notifies nobody.
 */
const forDisplay = <B extends { notifyRosterIds?: unknown }>(body: B, isDisplay: boolean): object => {
  if (!isDisplay) return body
  const { notifyRosterIds: _, ...rest } = body
  return rest
}

export const startEntry = (machineId: number, entry: RunEntry, names: string, isDisplay: boolean): NewEntry => ({
  operation: runs.startRun.operation,
  params: {},
  body: forDisplay(newRunBody(machineId, entry), isDisplay),
  machineId,
  words: names === '' ? 'Start of a run' : `Start of the run ${names}`,
  done: 'Run started',
  failed: 'Error starting run',
})

export const updateEntry = (machineId: number, id: number, changes: RunChanges, isDisplay: boolean): NewEntry => ({
  operation: runs.updateRun.operation,
  params: { id },
  body: forDisplay(changes, isDisplay),
  machineId,
  words: 'Update of the run',
  done: 'Run updated',
  failed: 'Error updating run',
})

export const endEntry = (machineId: number, id: number, scrap: number): NewEntry => ({
  operation: runs.endRun.operation,
  params: { id },
  body: endOfRunBody(scrap),
  machineId,
  words: 'End of the run',
  done: 'Run ended',
  failed: 'Error ending run',
})

export const scrapEntry = (machineId: number, id: number): NewEntry => ({
  operation: runs.addScrap.operation,
  params: { id },
  body: { qty: 1 },
  machineId,
  words: '1 scrapped part',
  failed: 'Error updating run',
})

/** Returns the number of scrapped parts of a run in entries that are not stored yet; each entry is one part. */
export const scrapIn = (entries: readonly KeptEntry[], runId: number): number =>
  entries.filter(({ operation, params }) => operation === runs.addScrap.operation && params.id === runId).length

const changes: ReadonlySet<string> = new Set(
  [runs.startRun, runs.updateRun, runs.endRun].map(({ operation }) => operation),
)

/** Returns the first of these entries that starts, updates or ends a run; undefined if there is none. */
export const runChangeIn = (entries: readonly KeptEntry[]): KeptEntry | undefined =>
  entries.find(({ operation }) => changes.has(operation))
