import { expectedStatus } from './expected.testing.ts'
import { sendTo } from './request.testing.ts'
import { type Stage, validCall } from './stage.testing.ts'

export const atOnce = 200

/** In an order nobody chose, and the same each time. */
export function shuffled<T>(list: readonly T[], seed = 4): T[] {
  const rest = [...list]
  let state = seed
  return list.map(() => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return rest.splice(state % rest.length, 1)[0] as T
  })
}

/** Works through all of it, so many at once. */
export async function together<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...list]
  const worker = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/**
 * Every `nth` cell of the matrix, two hundred at once in an order nobody chose; the answer is what came out otherwise than one
 * by one, and how many were asked.
 */
export async function matrixTogether(stage: Stage, nth: number): Promise<{ wrong: string[]; cells: number }> {
  const { t, endpoints, principals } = stage
  const pairs = endpoints.flatMap((endpoint) => principals.map((principal) => ({ endpoint, principal })))
  const cells: { name: string; expected: number; send: () => Promise<number> }[] = []
  for (const { endpoint, principal } of pairs.filter((_, i) => i % nth === 0)) {
    const expected = expectedStatus(endpoint, principal)
    const { sent } = await validCall(stage, endpoint, principal, { isServed: expected < 300 })
    const name = `${endpoint.method} ${endpoint.path} as ${principal.name}`
    // Everybody comes from a network of their own: how guesses from one are slowed down is looked at elsewhere.
    const from = `10.${principals.indexOf(principal)}.${endpoints.indexOf(endpoint)}.1`
    const headers = { ...sent.headers, 'x-forwarded-for': from }
    cells.push({ name, expected, send: async () => (await sendTo(t, endpoint, { ...sent, headers })).status })
  }
  await stage.forgetAttempts()
  const wrong: string[] = []
  await together(shuffled(cells), async ({ name, expected, send }) => {
    const status = await send()
    if (status !== expected) wrong.push(`${name}: ${status} instead of ${expected}`)
  })
  return { wrong: wrong.sort(), cells: cells.length }
}
