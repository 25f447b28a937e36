import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Endpoint } from '@millwatch/contract/endpoint'
import { errors } from '@millwatch/contract/errors'
import { Failure } from '@millwatch/contract/shapes/common'
import { Compile } from 'typebox/compile'
import { vi } from 'vitest'
import { classes, fuzzed, type Wired } from './fuzz-request.ts'
import { diceOf } from './fuzz-values.ts'
import { mintPerson } from './people.ts'
import type { Principal } from './principals.ts'
import type { Sendable } from './request.ts'
import { exampleOf, type Stage, validCall } from './stage.ts'
import { differing, fingerprinter } from './tables.ts'

export interface FuzzSettings {
  /** `http://127.0.0.1:port` */
  readonly url: string
  /** Number of requests for each operation. */
  readonly examples: number
  readonly seed: number
  readonly atOnce: number
  readonly slowMs: number
}

/**
 * Results of the bad requests of one operation: numbers of answers below 400 (`served`) and from 400 on (`refused`), and a line
 * for each fault (`wrong`).
 */
export interface FuzzTally {
  readonly operation: string
  readonly served: number
  readonly refused: number
  /** Requests without a complete answer, because the connection failed or was closed. */
  readonly cut: number
  readonly slowestMs: number
  readonly wrong: readonly string[]
}

interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly tookMs: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/**
 * Sends a request unchanged and returns the answer with the time it took in ms. Returns null if the connection fails or is closed
 * before the answer is complete.
 */
function send(url: string, { method, path, headers, body }: Wired): Promise<Received | null> {
  const { hostname, port } = new URL(url)
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => void pieces.push(piece))
      answer.on('error', () => resolve(null))
      answer.on('end', () => {
        const text = Buffer.concat(pieces).toString()
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text,
          tookMs: performance.now() - startedAt,
        })
      })
    })
    outgoing.on('error', () => resolve(null))
    outgoing.end(body)
  })
}

const failure = Compile(Failure)
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const statusByCode: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(errors).map(([code, { status }]) => [code, status]),
)

/**
 * Returns the fault of an answer, or null if it has none. Faults are a status from 500 on, more than `slowMs`, an error with an
 * unknown form, an unknown code or a code of another status, and a JSON answer that does not match its schema.
 */
function faultOf(
  endpoint: Endpoint,
  isAnswer: (value: unknown) => boolean,
  came: Received,
  slowMs: number,
): string | null {
  const { status, headers, text, tookMs } = came
  if (status >= 500) return `${status} ${text.slice(0, 200)}`
  if (tookMs > slowMs) return `took ${Math.round(tookMs)} ms`
  const value = parsed(text)
  if (status >= 400) {
    if (!failure.Check(value)) return `${status}, and no error of ours: ${text.slice(0, 200)}`
    const { code } = value as { code: string }
    const isKnown = statusByCode[code] === status || (status === 431 && code === 'invalid_request')
    return isKnown ? null : `${status} with the code ${code}`
  }
  const isJson = String(headers['content-type']).startsWith('application/json')
  if (status === 204 || !isJson || endpoint.operation === 'company.logo.read') return null
  return isAnswer(value) ? null : `an answer that is not of its schema: ${text.slice(0, 300)}`
}

/**
 * Returns a caller with the right to call an operation: the device, the display, or a new superuser, who sends no token if the
 * call is public. Each person is new, because a call may sign a person out or reduce the rights.
 */
async function callerOf({ t, firstCompany, principals }: Stage, { policy }: Endpoint): Promise<Principal> {
  const device = principals.find((principal) => principal.stands === 'device') as Principal
  const { least } = policy
  if (least === 'device') return device
  if (least === 'kiosk') return principals.find((principal) => principal.stands === 'display') as Principal
  const person = await mintPerson(t, firstCompany.companyId, 'superuser', { name: 'fuzz' })
  const headers: Record<string, string> = least === 'public' ? {} : { authorization: person.token }
  return { name: 'fuzz', stands: 'person', of: 'own', role: 'superuser', headers, person }
}

/**
 * Waits until no job is queued or running, since a successful request may go on changing data as a job. Throws an error after 120
 * s.
 */
async function jobsDone({ t }: Stage): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await t.db.owner.query(`select 1 from job where state in ('queued', 'running') limit 1`)
      if (rows.length > 0) throw new Error('A job is under way')
    },
    { timeout: 120_000, interval: 20 },
  )
}

const chunk = 60

/**
 * Sends `examples` bad requests of one operation in chunks of 60, and returns the results. It checks every answer, and that
 * refused requests changed no data that people enter. If only some of a chunk are refused, those are sent and counted a second
 * time.
 */
export async function fuzzOperation(stage: Stage, endpoint: Endpoint, settings: FuzzSettings): Promise<FuzzTally> {
  const { url, examples, seed, atOnce, slowMs } = settings
  const dice = diceOf(
    seed * 7919 + [...`${endpoint.operation}`].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7),
  )
  const fingerprint = await fingerprinter(stage.t.db)
  const compiled = Compile(endpoint.shapes.answer)
  const isAnswer = (value: unknown) => compiled.Check(value)
  const tally = { served: 0, refused: 0, cut: 0, slowestMs: 0 }
  const wrong: string[] = []
  const note = ({ kind, method, path, body }: Wired, fault: string) => {
    wrong.push(`class ${kind}, seed ${seed}: ${method} ${path.slice(0, 300)} ${String(body).slice(0, 300)}: ${fault}`)
  }
  const sendAll = async (list: readonly Wired[]) => {
    const waiting = [...list]
    const refused: Wired[] = []
    const worker = async () => {
      for (let wired = waiting.shift(); wired !== undefined; wired = waiting.shift()) {
        const came = await send(url, wired)
        if (came === null) {
          tally.cut++
          if (![4, 12, 14, 15].includes(wired.kind)) note(wired, 'the connection was closed')
          continue
        }
        tally.slowestMs = Math.max(tally.slowestMs, Math.round(came.tookMs))
        if (came.status >= 400) refused.push(wired)
        tally[came.status >= 400 ? 'refused' : 'served']++
        const fault = faultOf(endpoint, isAnswer, came, slowMs)
        if (fault !== null) note(wired, fault)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
    return refused
  }
  for (let done = 0; done < examples; done += chunk) {
    await stage.forgetPairings()
    const valid: Sendable = (
      await validCall(stage, endpoint, await callerOf(stage, endpoint), { isServed: isUsedUp(endpoint) })
    ).sent
    const list = Array.from({ length: Math.min(chunk, examples - done) }, (_, i) =>
      fuzzed(endpoint, valid, classes[(done + i) % classes.length] ?? 1, dice),
    )
    await stage.forgetAttempts()
    const before = await fingerprint()
    const refused = await sendAll(list)
    if (refused.length === list.length) {
      const changed = differing(before, await fingerprint())
      if (changed.length > 0) wrong.push(`all of ${list.length} were refused, and ${changed} changed`)
      continue
    }
    await jobsDone(stage)
    await stage.t.app.settleMail()
    // When some succeeded, the refused ones are sent again alone, to see if they change anything.
    const between = await fingerprint()
    const served = tally.served
    await sendAll(refused)
    const changed = differing(between, await fingerprint())
    if (changed.length > 0 && tally.served === served)
      wrong.push(`${refused.length} were refused, and ${changed} changed`)
  }
  return { operation: endpoint.operation, ...tally, wrong }
}

const isUsedUp = (endpoint: Endpoint): boolean =>
  exampleOf(endpoint).fresh !== undefined || exampleOf(endpoint).elsewhere === true
