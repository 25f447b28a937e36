/** PostgreSQL channel over which every server hears what any of them committed. */
export const LIVE_CHANNEL = 'live'

/** A payload of notify holds 7,999 bytes. */
const mostBytes = 7_900

/** What a commit changed about one machine; only what changed is there. Instants are epoch ms. */
export interface Hint {
  /** Status that holds now, and since when. */
  s?: readonly [status: number, startedAt: number]
  /** Cycles that became known, the latest cycle, and whether something before what was known changed (0 or 1). */
  y?: readonly [
    count: number,
    occurredAt: number | null,
    cycleMs: number | null,
    temperature1: number | null,
    analogIn1: number | null,
    restated: 0 | 1,
  ]
  /** The latest reading. */
  t?: readonly [occurredAt: number, temperature1: number | null, analogIn1: number | null]
  /** Latest receipt of anything from the primary device. */
  p?: number
  /** The stop that turned excessive began then. */
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
  /** Since when which job holds its shift history; null: none does any more. */
  l?: readonly [lockedAt: number, jobId: number] | null
}

/** A job that began (0) or ended (1). */
export type JobHint = readonly [jobId: number, hasEnded: 0 | 1]

/** The hints of one commit: all of one company. */
export interface Hints {
  readonly companyId: number
  readonly machines: readonly (readonly [equipmentId: number, hint: Hint])[]
  readonly jobs: readonly JobHint[]
}

/** Payloads of notify, each small enough. One machine's hint is always whole, in one of them. */
export function encodeHints(companyId: number, hints: ReadonlyMap<number, Hint>): string[] {
  const payloads: string[] = []
  const head = `{"c":${companyId},"m":[`
  let body = ''
  for (const entry of hints) {
    const text = JSON.stringify(entry)
    // Numbers, short names and punctuation: a character is a byte.
    if (body !== '' && head.length + body.length + text.length + 3 > mostBytes) {
      payloads.push(`${head}${body}]}`)
      body = ''
    }
    body += body === '' ? text : `,${text}`
  }
  if (body !== '') payloads.push(`${head}${body}]}`)
  return payloads
}

/** One job's payload of notify. */
export const encodeJobHint = (companyId: number, hint: JobHint): string => JSON.stringify({ c: companyId, j: [hint] })

/** Reads what `encodeHints` or `encodeJobHint` wrote. */
export function decodeHints(payload: string): Hints {
  const { c, m = [], j = [] } = JSON.parse(payload) as { c: number; m?: [number, Hint][]; j?: JobHint[] }
  return { companyId: c, machines: m, jobs: j }
}
