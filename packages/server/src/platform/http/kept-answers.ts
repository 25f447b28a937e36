import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { NotFound } from '../errors.ts'

interface KeptAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Headers of an answer that depend on its body only. */
const KEPT_HEADERS = ['content-type', 'content-encoding', 'cache-control', 'last-modified', 'etag'] as const

/**
 * Answers requests to the routes of `scope` from memory: each path and encoding is computed once, at its first request, also if
 * many send it at the same time. It is for routes whose answers are the same for everybody and never change, but cost much.
 * Answers other than 200 are not kept. A path that does not match `paths`, such as another spelling of a path, gets NotFound;
 * queries are ignored.
 */
export function keepAnswers(scope: FastifyInstance, paths: RegExp): void {
  const kept = new Map<string, Promise<KeptAnswer | undefined>>()
  // Marks the requests by which this function computes an answer; nobody else knows it.
  const [mark, secret] = ['x-computes', randomBytes(16).toString('hex')]
  const compute = async (url: string, encoding: string): Promise<KeptAnswer | undefined> => {
    const headers = { 'accept-encoding': encoding, [mark]: secret }
    const { statusCode, headers: answered, rawPayload } = await scope.inject({ method: 'GET', url, headers })
    if (statusCode !== 200) return undefined
    const entries = KEPT_HEADERS.flatMap((name) =>
      answered[name] === undefined ? [] : [[name, String(answered[name])]],
    )
    return { headers: Object.fromEntries(entries) as Record<string, string>, body: rawPayload }
  }
  const answerOf = async (url: string, encoding: string): Promise<KeptAnswer | undefined> => {
    const key = `${encoding} ${url}`
    const computing = kept.get(key) ?? compute(url, encoding)
    kept.set(key, computing)
    const answer = await computing.catch(() => undefined)
    if (answer === undefined) kept.delete(key)
    return answer
  }
  scope.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.headers[mark] === secret) return
    const [path = ''] = request.url.split('?')
    if (!paths.test(path)) throw new NotFound()
    const answer = await answerOf(path, encodingFor(request.headers['accept-encoding']))
    if (answer === undefined) return
    return reply.headers({ ...answer.headers, vary: 'accept-encoding' }).send(answer.body)
  })
}

/** Returns the encoding for a header `accept-encoding`: `br` if it is listed, else `gzip` if it is listed, else `identity`. */
function encodingFor(header: string | string[] | undefined): string {
  const accepted = String(header ?? '')
    .split(',')
    .map((encoding) => encoding.trim())
  return ['br', 'gzip'].find((encoding) => accepted.includes(encoding)) ?? 'identity'
}
