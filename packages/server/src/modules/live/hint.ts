/** What changed about one machine in one commit, as short as it travels between servers. Instants are epoch ms. */
export interface Hint {
  /** Status that holds now: id, since. */
  s?: readonly [status: number, startedAt: number]
  /** Cycles that became known: count, end of the latest, its time, temperature, analog, 1 when the past was restated. */
  y?: readonly [
    count: number,
    occurredAt: number | null,
    cycleMs: number | null,
    temperature1: number | null,
    analogIn1: number | null,
    restated: 0 | 1,
  ]
  /** Latest reading: instant, temperature, analog. */
  t?: readonly [occurredAt: number, temperature1: number | null, analogIn1: number | null]
  /** Contact of the primary device with the server. */
  p?: number
}

export interface Hints {
  /** The company. */
  readonly c: number
  /** Machines and what changed. */
  readonly m: readonly (readonly [equipmentId: number, hint: Hint])[]
}

/** The channel all servers hear. */
export const LIVE_CHANNEL = 'live'

/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const MOST_BYTES = 7900

/** Packs hints into as few payloads as fit; all of it is ASCII. */
export function encodeHints(companyId: number, hints: Iterable<readonly [number, Hint]>): string[] {
  const head = `{"c":${companyId},"m":[`
  const payloads: string[] = []
  let body = ''
  for (const entry of hints) {
    const text = JSON.stringify(entry)
    if (body !== '' && head.length + body.length + text.length + 3 > MOST_BYTES) {
      payloads.push(`${head}${body}]}`)
      body = ''
    }
    body += body === '' ? text : `,${text}`
  }
  if (body !== '') payloads.push(`${head}${body}]}`)
  return payloads
}

export function decodeHints(payload: string): Hints {
  return JSON.parse(payload) as Hints
}
