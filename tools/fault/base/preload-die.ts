// Loaded into a server process before its program (`--import`): kills it with SIGKILL at a named point, the so-many-th time it
// comes by. Nothing of the program knows of it.
import { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import pg from 'pg'
import { DIE_AT, DIE_AT_PASS } from './preload-names.ts'

const point = process.env[DIE_AT] ?? ''
let passesLeft = Number(process.env[DIE_AT_PASS] ?? 1)
const [, when = '', ofCommit, name = ''] = /^(before|after) (commit of )?(.+)$/.exec(point) ?? []

/** Nothing that a process would still do after it was killed may happen: it never comes back from here. */
function pass(): Promise<never> | undefined {
  if (--passesLeft > 0) return undefined
  process.kill(process.pid, 'SIGKILL')
  return new Promise<never>(() => undefined)
}

/** Which connections have run the statement in the transaction that is open on them. */
const ran = new WeakSet<object>()
type Asked = string | { name?: string; text?: string }
type Query = (this: object, ...asked: unknown[]) => unknown

/** Promises only: what the program uses. Calls with a callback pass through. */
function watched(query: Query): Query {
  return function (this: object, ...asked) {
    const [first] = asked as [Asked]
    const statement = typeof first === 'string' ? undefined : first?.name
    const text = typeof first === 'string' ? first : first?.text
    const isCommit = text === 'commit'
    const isHere = isCommit ? ofCommit !== undefined && ran.has(this) : ofCommit === undefined && statement === name
    if (statement === name) ran.add(this)
    else if (isCommit || text === 'rollback') ran.delete(this)
    if (!isHere) return query.apply(this, asked)
    const before = when === 'before' ? pass() : undefined
    if (before !== undefined) return before
    const done = query.apply(this, asked)
    return when === 'after' && done instanceof Promise ? done.then((result) => pass() ?? result) : done
  }
}

type Method = (this: object, ...given: unknown[]) => unknown

/** An answer to a device counts as given once the system has it. */
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
