/** PostgreSQL channel on which every server receives notifications of the others' commits. */
export const LIVE_CHANNEL = 'live'

/** Largest payload in bytes; PostgreSQL's `notify` allows 7,999. */
const mostBytes = 7_900

/** Changes of one commit to one machine; absent fields did not change. Instants are epoch ms. */
export interface Hint {
  /** Current status and its start. */
  s?: readonly [status: number, startedAt: number]
  /**
   * Number of new cycles, the latest cycle with 1 if it is a startup cycle, and 1 if something before the latest known cycle
   * changed; else 0.
   */
  y?: readonly [
    count: number,
    occurredAt: number | null,
    cycleMs: number | null,
    temperature1: number | null,
    analogIn1: number | null,
    isStartup: 0 | 1,
    restated: 0 | 1,
  ]
  /** The latest reading. */
  t?: readonly [occurredAt: number, temperature1: number | null, analogIn1: number | null]
  /** Latest receipt of a message from the primary device. */
  p?: number
  /** Start of the stop that has become excessive. */
  x?: number
  /** The run that began, changed or ended last. */
  r?: readonly [
    runId: number,
    startedAt: number,
    endedAt: number | null,
    cycles: number,
    cyclesTotal: number | null,
    endedByCount: 0 | 1,
  ]
  /** Start and id of the job that has locked the shift history; null: no job has. */
  l?: readonly [lockedAt: number, jobId: number] | null
}

/** A job that started (0) or ended (1). */
export type JobHint = readonly [jobId: number, hasEnded: 0 | 1]

/** Hints of one commit, all of one company. */
export interface Hints {
  readonly companyId: number
  readonly machines: readonly (readonly [equipmentId: number, hint: Hint])[]
  readonly jobs: readonly JobHint[]
}

/** Encodes hints as payloads of `notify` within the size limit. The hint of one machine is never split. */
export function encodeHints(companyId: number, hints: ReadonlyMap<number, Hint>): string[] {
  const payloads: string[] = []
  const head = `{"c":${companyId},"m":[`
  let body = ''
  for (const entry of hints) {
    const text = JSON.stringify(entry)
    // All characters are ASCII, so one character is one byte.
    if (body !== '' && head.length + body.length + text.length + 3 > mostBytes) {
      payloads.push(`${head}${body}]}`)
      body = ''
    }
    body += body === '' ? text : `,${text}`
  }
  if (body !== '') payloads.push(`${head}${body}]}`)
  return payloads
}

/** Encodes the hint of one job as a payload of `notify`. */
export const encodeJobHint = (companyId: number, hint: JobHint): string => JSON.stringify({ c: companyId, j: [hint] })

/** Decodes a payload written by `encodeHints` or `encodeJobHint`. */
export function decodeHints(payload: string): Hints {
  const { c, m = [], j = [] } = JSON.parse(payload) as { c: number; m?: [number, Hint][]; j?: JobHint[] }
  return { companyId: c, machines: m, jobs: j }
}
