import { afterAll, beforeAll, expect, test } from 'vitest'
import { exportCompany } from '../db/export/export-company.ts'
import { createLogger } from '../platform/logger.ts'
import { rowOf } from '../platform/policy.ts'
import { password } from '../testing/inject-app.ts'
import { type LiveClient, openLive } from '../testing/live-client.ts'
import { expectedStatus } from './expected.testing.ts'
import { isRead } from './operations.testing.ts'
import type { Ground, Principal } from './principals.testing.ts'
import { type Sendable, sendTo } from './request.testing.ts'
import { jobDone, openStage, refers, type Stage, validCall } from './stage.testing.ts'
import { tablesHolding } from './tables.testing.ts'

const smtpPassword = 'Smtp-canary-of-a-test'
const metricsToken = 'metrics-canary-of-a-test'
const logged: string[] = []
let stage: Stage

/** Everything that was said to people of a company, and by which call. */
interface Heard {
  readonly operation: string
  readonly status: number
  readonly text: string
}
/** What lets somebody in, and the calls that may say it. */
const secrets = new Map<string, Set<string>>([
  [password, new Set()],
  [smtpPassword, new Set()],
  [metricsToken, new Set()],
])

beforeAll(async () => {
  const smtp = { url: `smtp://mailer:${smtpPassword}@127.0.0.1:1`, from: 'millwatch@plant.example' }
  const logger = createLogger({ level: 'trace', destination: { write: (line: string) => void logged.push(line) } })
  stage = await openStage({ logger, config: { smtp, metricsToken } })
})
afterAll(() => stage?.t.close())

/** Those of a company who are let in, as its own. */
function insidersOf(of: Ground): Principal[] {
  const isOfAcme = of.companyId === stage.own.companyId
  const inside = stage.principals.filter((one) => one.of === (isOfAcme ? 'own' : 'other') && !one.isHeldUp)
  // Somebody of both is told of both, and a device's own machine is its own.
  const single = inside.filter((one) => !one.name.startsWith('9 ') && one.stands !== 'device')
  return single.map((one) => ({ ...one, of: 'own' }))
}

const noteSecrets = (operation: string, value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  for (const [name, one] of Object.entries(value)) {
    const isSecret = /^(token|key|code|sso_key|sso_token|device_key)$/.test(name) && typeof one === 'string'
    if (isSecret && one.length > 8 && operation !== 'error') {
      secrets.set(one, (secrets.get(one) ?? new Set()).add(operation))
    }
    noteSecrets(operation, one)
  }
}

async function ask(endpoint: Parameters<typeof validCall>[1], sent: Sendable): Promise<Heard> {
  const { status, text, json, headers } = await sendTo(stage.t, endpoint, sent)
  if (status < 400) noteSecrets(endpoint.operation, json)
  await jobDone(stage, json)
  return { operation: endpoint.operation, status, text: `${text} ${JSON.stringify(headers)}` }
}

/** Everything by everybody of a company: about its own things, and about those of the other. */
async function exercise(of: Ground, foreign: Ground): Promise<Heard[]> {
  const heard: Heard[] = []
  const insiders = insidersOf(of)
  for (const endpoint of [...stage.endpoints, ...stage.endpoints.filter(isRead)]) {
    await stage.forgetAttempts()
    for (const principal of insiders) {
      if (rowOf(endpoint.operation).least === 'public' && principal.role !== 'superuser') continue
      const isServed = expectedStatus(endpoint, principal) < 300
      const own = await validCall(stage, endpoint, principal, { isServed, by: of })
      heard.push(await ask(endpoint, own.sent))
      if (!refers(endpoint, principal)) continue
      const other = await validCall(stage, endpoint, { ...principal, of: 'other' }, { isServed: false, by: foreign })
      heard.push(await ask(endpoint, { ...other.sent, body: withoutMarks(other.sent.body) }))
    }
  }
  return heard
}

/** What one sends oneself one may be told: the ids stay, the names go. */
const withoutMarks = (body: unknown): unknown =>
  body === undefined || Buffer.isBuffer(body)
    ? body
    : JSON.parse(JSON.stringify(body).replaceAll(/(acme|globex)mark/gi, 'x'))

async function listen(of: Ground, foreign: Ground, token: string): Promise<LiveClient> {
  const url = `http://127.0.0.1:${port}`
  const client = await openLive(url, { extraHeaders: { authorization: token } })
  if (client === null) throw new Error('Nobody was let in')
  for (const { companyId, things, people } of [of, foreign]) {
    const rooms = [`company:${companyId}`, `o:${things.org_unit}`, `e:${things.equipment}`, `device:${things.device}`]
    for (const room of [...rooms, `user:${people.superuser.userId}`, `job:${things.job}`]) await client.join(room)
  }
  return client
}

let port = 0
test('two companies full of words of their own: no word of one reaches the other, on whatever way', async () => {
  const { own, other, t } = stage
  port = (await t.app.listen()).http
  const acme = await listen(own, other, own.people.superuser.token)
  const globex = await listen(other, own, other.people.superuser.token)
  const toAcme = await exercise(own, other)
  const toGlobex = await exercise(other, own)
  await t.app.settleMail()

  const mailed = async (mark: string) =>
    (await t.db.owner.query(`select recipient, subject, body from mail where recipient like $1`, [`%${mark}%`])).rows
  const exported: Record<number, string[]> = { [own.companyId]: [], [other.companyId]: [] }
  for (const { companyId } of [own, other]) {
    await exportCompany(t.db.database, companyId, async (line) => void exported[companyId]?.push(JSON.stringify(line)))
  }
  const sides = [
    { heard: toAcme, said: acme.said, mails: await mailed('acmemark'), of: own, strange: /globexmark/i },
    { heard: toGlobex, said: globex.said, mails: await mailed('globexmark'), of: other, strange: /acmemark/i },
  ]
  for (const { heard, said, mails, of, strange } of sides) {
    expect(heard.length).toBeGreaterThan(1000)
    expect(heard.filter(({ text }) => strange.test(text))).toEqual([])
    expect(heard.filter(({ status }) => status >= 500)).toEqual([])
    expect(said.length).toBeGreaterThan(0)
    expect(said.filter((one) => strange.test(JSON.stringify(one)))).toEqual([])
    expect(mails.filter((one) => strange.test(JSON.stringify(one)))).toEqual([])
    expect(exported[of.companyId]?.length).toBeGreaterThan(50)
    expect(exported[of.companyId]?.filter((line) => strange.test(line))).toEqual([])
  }
  acme.close()
  globex.close()
  process.stdout.write(`canary: ${toAcme.length + toGlobex.length} answers, ${logged.length} lines of the log\n`)
  keepSecretsOut([...toAcme, ...toGlobex], exported)
}, 300_000)

/** Who let in is told, and nobody else: no other answer, no error, no line of the log, no table, no export. */
function keepSecretsOut(heard: readonly Heard[], exported: Record<number, string[]>): void {
  expect(secrets.size).toBeGreaterThan(50)
  const mayRepeat = new Set(['session.renew', 'addin.update'])
  const log = logged.join('\n')
  const exports = Object.values(exported).flat().join('\n')
  const wrong: string[] = []
  for (const [secret, sayers] of secrets) {
    if (log.includes(secret)) wrong.push(`in the log: of ${[...sayers]}`)
    if (exports.includes(secret)) wrong.push(`in an export: of ${[...sayers]}`)
    const strange = heard.filter(
      (one) => one.text.includes(secret) && !sayers.has(one.operation) && !mayRepeat.has(one.operation),
    )
    wrong.push(...strange.map((one) => `of ${[...sayers]} in ${one.operation} ${one.status}`))
  }
  expect(wrong).toEqual([])
  expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
}

test('neither metrics nor tables hold what lets somebody in, and metrics name nobody', async () => {
  const { t } = stage
  const { text } = await t.call('GET', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
  expect(text).toContain('millwatch')
  expect(text).not.toMatch(/acmemark|globexmark/i)
  for (const secret of secrets.keys()) expect(text).not.toContain(secret)
  const words = [...secrets.keys()].filter((one) => /^[\w. -]+$/.test(one))
  expect(words.length).toBeGreaterThan(50)
  expect(await tablesHolding(t.db, words)).toEqual([])
})
