import { expectedStatus } from './expected.ts'
import { sendTo } from './request.ts'
import { exampleOf, type Stage, validCall } from './stage.ts'

export const atOnce = 200

/** Returns a copy of the list in a pseudo-random order that is the same for the same seed and length. */
export function shuffled<T>(list: readonly T[], seed = 4): T[] {
  const rest = [...list]
  let state = seed
  return list.map(() => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return rest.splice(state % rest.length, 1)[0] as T
  })
}

/**
 * Calls `work` for every item of the list, from the last to the first, at most `atOnce` at the same time, and resolves when all
 * are done. Rejects with the first error.
 */
export async function together<T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...list]
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/**
 * Sends every `nth` pair of an endpoint and a caller as a valid call, in random order, up to 200 at once. Returns a sorted line
 * for each answer whose status differs from the expected one, and the number of pairs sent.
 */
export async function matrixTogether(stage: Stage, nth: number): Promise<{ wrong: string[]; cells: number }> {
  const { t, endpoints, principals } = stage
  const pairs = endpoints.flatMap((endpoint) => principals.map((principal) => ({ endpoint, principal })))
  const cells: { name: string; expected: number; send: () => Promise<number> }[] = []
  for (const { endpoint, principal } of pairs.filter((_, i) => i % nth === 0)) {
    const expected = expectedStatus(endpoint, principal)
    const arrange = () => validCall(stage, endpoint, principal, { isServed: expected < 300 })
    const made = exampleOf(endpoint).isBrief ? undefined : await arrange()
    const name = `${endpoint.method} ${endpoint.path} as ${principal.name}`
    // Each pair has its own network address, because guesses from one network are slowed down; other tests cover that.
    const from = `10.${principals.indexOf(principal)}.${endpoints.indexOf(endpoint)}.1`
    const send = async () => {
      const { sent } = made ?? (await arrange())
      const headers = { ...sent.headers, 'x-forwarded-for': from }
      return (await sendTo(t, endpoint, { ...sent, headers })).status
    }
    cells.push({ name, expected, send })
  }
  await stage.forgetAttempts()
  const wrong: string[] = []
  await together(shuffled(cells), async ({ name, expected, send }) => {
    const status = await send()
    if (status !== expected) wrong.push(`${name}: ${status} instead of ${expected}`)
  })
  return { wrong: wrong.sort(), cells: cells.length }
}
