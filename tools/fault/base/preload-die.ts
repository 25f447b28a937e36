// Loaded into a server process before its program (`--import`): kills it with SIGKILL at a named point, when it reaches it for
// the n-th time. The program does not know about it.
import { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import pg from 'pg'
import { DIE_AT, DIE_AT_PASS } from './preload-names.ts'

const point = process.env[DIE_AT] ?? ''
let passesLeft = Number(process.env[DIE_AT_PASS] ?? 1)
const [, when = '', ofCommit, name = ''] = /^(before|after) (commit of )?(.+)$/.exec(point) ?? []

/**
 * Counts that the point was reached. Returns undefined until the given number is reached; then it kills the process with SIGKILL
 * and returns a promise that never resolves, so that nothing else runs.
 */
function pass(): Promise<never> | undefined {
  if (--passesLeft > 0) return undefined
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => undefined)
}

/** Connections that have run the statement of the point in their open transaction. */
const ran = new WeakSet<object>()
type QueryInput = string | { name?: string; text?: string }
type Query = (this: object, ...input: unknown[]) => unknown

/**
 * Wraps a query function so that it kills the process at the point. It expects calls that return promises; a call with a callback
 * is passed on unchanged, except before the point.
 */
function watched(query: Query): Query {
  return function (this: object, ...input) {
    const [first] = input as [QueryInput]
    const statement = typeof first === 'string' ? undefined : first?.name
    const text = typeof first === 'string' ? first : first?.text
    const isCommit = text === 'commit'
    const isHere = isCommit ? ofCommit !== undefined && ran.has(this) : ofCommit === undefined && statement === name
    if (statement === name) ran.add(this)
    else if (isCommit || text === 'rollback') ran.delete(this)
    if (!isHere) return query.apply(this, input)
    const before = when === 'before' ? pass() : undefined
    if (before !== undefined) return before
    const done = query.apply(this, input)
    return when === 'after' && done instanceof Promise ? done.then((result) => pass() ?? result) : done
  }
}

type Method = (this: object, ...given: unknown[]) => unknown

/**
 * Replaces the functions by which the server answers devices, over HTTP and MQTT, so that the point is reached after each
 * positive answer has been given to the operating system.
 */
function watchAnswers(): void {
  const response = ServerResponse.prototype as unknown as { end: Method }
  const { end } = response
  response.end = function (this: object, ...given) {
    const answer = this as ServerResponse
    if (answer.req?.url === '/v0/ingest' && answer.statusCode === 200)
      answer.once('finish', () => setImmediate(() => void pass()))
    return end.apply(this, given)
  }
  const socket = Socket.prototype as unknown as { write: Method }
  const { write } = socket
  socket.write = function (this: object, ...given) {
    const [chunk] = given
    const isPuback = chunk instanceof Uint8Array && chunk[0] === 0x40 && chunk[1] === 2
    if (isPuback) setImmediate(() => void pass())
    return write.apply(this, given)
  }
}

if (point === 'after answer') watchAnswers()
else if (name !== '') {
  const client = pg.Client.prototype as unknown as { query: Query }
  client.query = watched(client.query)
}
