import type { ReferenceSetup } from './inputs.ts'
import type {
  ReferenceChange,
  ReferenceEvent,
  ReferenceFixed,
  ReferenceInterval,
  ReferenceSet,
  ReferenceSetting,
} from './status-data.ts'

/**
 * Returns a set of events as text that `setOf` reads again, which a failing test prints: a line for each setting, set-up, fixed
 * source, change of primary and event, the events ascending.
 */
export function textOf(set: ReferenceSet): string {
  return [
    ...set.maxCycle.map(({ from, ms }) => `T ${from} ${ms ?? 'computed'}`),
    ...(set.setups ?? []).map(({ from, ...setup }) => `setup ${from} ${JSON.stringify(setup)}`),
    ...(set.fixed ?? []).map(({ from, source }) => `source ${from} ${source ?? 'free'}`),
    ...set.changes.map(({ at, primary }) => `${primary ? 'primary' : 'nobody'} ${at}`),
    ...[...set.events].sort((a, b) => a.at - b.at).map(eventText),
  ].join('\n')
}

export function intervalText(intervals: readonly ReferenceInterval[]): string {
  const names = { 1: 'running', 2: 'down', 3: 'offline', 4: 'powered-off' }
  return intervals.map(({ status, start, end }) => `${start} ${names[status]} ${end ?? 'open'}`).join('\n')
}

function eventText(event: ReferenceEvent): string {
  const { type, at, batchId, position } = event
  const words = [type, at, `${batchId}#${position}`]
  if (type === 'status') words.push(event.running ? 'running' : 'down')
  if (type === 'power') words.push(event.on ? 'on' : 'off')
  if (type === 'input') words.push(`${event.input}=${event.level}`)
  if (event.cycleMs !== undefined) words.push(`c=${event.cycleMs}`)
  if (event.count !== undefined && event.count !== 1) words.push(`x${event.count}`)
  if (event.sinceAt !== undefined) words.push(`since=${event.sinceAt}`)
  return words.join(' ')
}

/**
 * Returns the set of events in a text made by `textOf`; blank lines are skipped. Throws an error if a line begins with an unknown
 * word.
 */
export function setOf(text: string): ReferenceSet {
  const lines = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([first]) => first !== '')
  const maxCycle: ReferenceSetting[] = []
  const changes: ReferenceChange[] = []
  const events: ReferenceEvent[] = []
  const setups: ReferenceSetup[] = []
  const fixed: ReferenceFixed[] = []
  for (const [first = '', at = '', ...rest] of lines) {
    if (first === 'T') maxCycle.push({ from: Number(at), ms: rest[0] === 'computed' ? null : Number(rest[0]) })
    else if (first === 'primary' || first === 'nobody') changes.push({ at: Number(at), primary: first === 'primary' })
    else if (first === 'setup') setups.push({ from: Number(at), ...JSON.parse(rest.join(' ')) })
    else if (first === 'source') fixed.push({ from: Number(at), source: sourceOf(rest[0]) })
    else events.push(eventOf(first, Number(at), rest))
  }
  return {
    maxCycle,
    changes,
    events,
    ...(setups.length > 0 ? { setups } : {}),
    ...(fixed.length > 0 ? { fixed } : {}),
  }
}

function sourceOf(word: string | undefined): ReferenceFixed['source'] {
  return word === 'inputs' || word === 'cycles' || word === 'status' ? word : null
}

function eventOf(type: string, at: number, [key = '', ...words]: readonly string[]): ReferenceEvent {
  if (!isType(type)) throw new Error(`no such event: ${type}`)
  const [batchId = '', position] = key.split('#')
  const after = (prefix: string) => words.find((word) => word.startsWith(prefix))?.slice(prefix.length)
  const number = (prefix: string) => (after(prefix) === undefined ? undefined : Number(after(prefix)))
  const [input, level] = type === 'input' ? (words[0] ?? '').split('=') : []
  return {
    type,
    at,
    batchId,
    position: Number(position),
    running: type === 'status' ? words[0] === 'running' : undefined,
    on: type === 'power' ? words[0] === 'on' : undefined,
    cycleMs: number('c='),
    count: type === 'cycle' ? (number('x') ?? 1) : undefined,
    sinceAt: number('since='),
    ...(type === 'input' ? { input: input as ReferenceEvent['input'], level: level === '1' ? 1 : 0 } : {}),
  }
}

function isType(type: string): type is ReferenceEvent['type'] {
  return ['cycle', 'tlm', 'status', 'power', 'ping', 'input'].includes(type)
}
