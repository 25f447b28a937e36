import { exportCompany } from '@millwatch/server/db/export/export-company'
import { peopleOfCompany } from '@millwatch/server/modules/identity/index'
import { createLogger } from '@millwatch/server/platform/logger'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password } from '../app/inject-app.ts'
import { type LiveClient, openLive } from '../app/live-client.ts'
import { expectedStatus } from './expected.ts'
import { isRead } from './operations.ts'
import type { Ground, Principal } from './principals.ts'
import { type Sendable, sendTo } from './request.ts'
import { jobDone, openStage, refers, type Stage, validCall } from './stage.ts'
import { tablesHolding } from './tables.ts'

const smtpPassword = 'Smtp-canary-of-a-test'
const metricsToken = 'metrics-canary-of-a-test'
const logged: string[] = []
let stage: Stage

/** An answer that a principal received, with the operation of the call. */
interface CallAnswer {
  readonly operation: string
  readonly status: number
  readonly text: string
}
/** Secrets that let somebody in, by value, with the operations whose answers may contain them. */
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

/** Returns the principals that have access to a company, as principals of their own company. */
function insidersOf(ground: Ground): Principal[] {
  const isOfAcme = ground.companyId === stage.firstCompany.companyId
  const inside = stage.principals.filter(
    (principal) => principal.of === (isOfAcme ? 'own' : 'other') && !principal.isHeldUp,
  )
  // A member of both companies may read both, and a device has a machine outside of these things.
  const single = inside.filter((principal) => !principal.name.startsWith('9 ') && principal.stands !== 'device')
  return single.map((principal) => ({ ...principal, of: 'own' }))
}

const noteSecrets = (operation: string, value: unknown): void => {
  if (typeof value !== 'object' || value === null) return
  for (const [name, field] of Object.entries(value)) {
    const isSecret =
      /^(token|key|code|sso_key|sso_token|device_key|secret|step)$/.test(name) && typeof field === 'string'
    if (isSecret && field.length > 8 && operation !== 'error') {
      secrets.set(field, (secrets.get(field) ?? new Set()).add(operation))
    }
    if (name === 'recovery_codes') for (const code of field as string[]) noteSecrets(operation, { code })
    noteSecrets(operation, field)
  }
}

async function ask(endpoint: Parameters<typeof validCall>[1], sent: Sendable): Promise<CallAnswer> {
  const { status, text, json, headers } = await sendTo(stage.t, endpoint, sent)
  if (status < 400) noteSecrets(endpoint.operation, json)
  await jobDone(stage, json)
  return { operation: endpoint.operation, status, text: `${text} ${JSON.stringify(headers)}` }
}

/** Sends every call as every principal of a company, about its own things and those of the other; returns the answers. */
async function exercise(ground: Ground, foreign: Ground): Promise<CallAnswer[]> {
  const answers: CallAnswer[] = []
  const insiders = insidersOf(ground)
  for (const endpoint of [...stage.endpoints, ...stage.endpoints.filter(isRead)]) {
    await stage.forgetAttempts()
    for (const principal of insiders) {
      if (endpoint.policy.least === 'public' && principal.role !== 'superuser') continue
      const isServed = expectedStatus(endpoint, principal) < 300
      const call = await validCall(stage, endpoint, principal, { isServed, by: ground })
      answers.push(await ask(endpoint, call.sent))
      if (!refers(endpoint, principal)) continue
      const other = await validCall(stage, endpoint, { ...principal, of: 'other' }, { isServed: false, by: foreign })
      answers.push(await ask(endpoint, { ...other.sent, body: withoutMarks(other.sent.body) }))
    }
  }
  return answers
}

/** Removes the names of both companies from a body, since an answer may repeat them to their sender. Ids stay. */
const withoutMarks = (body: unknown): unknown =>
  body === undefined || Buffer.isBuffer(body)
    ? body
    : JSON.parse(JSON.stringify(body).replaceAll(/(acme|globex)mark/gi, 'x'))

async function listen(ground: Ground, foreign: Ground, token: string): Promise<LiveClient> {
  const url = `http://127.0.0.1:${port}`
  const client = await openLive(url, { extraHeaders: { authorization: token } })
  if (client === null) throw new Error('Nobody was let in')
  for (const { companyId, things, people } of [ground, foreign]) {
    const rooms = [`company:${companyId}`, `o:${things.org_unit}`, `e:${things.equipment}`, `device:${things.device}`]
    for (const room of [...rooms, `user:${people.superuser.userId}`, `job:${things.job}`]) await client.join(room)
  }
  return client
}

let port = 0
test('two companies full of words of their own: no word of one reaches the other, on whatever way', async () => {
  const { firstCompany, otherCompany, t } = stage
  port = (await t.app.listen()).http
  const acme = await listen(firstCompany, otherCompany, firstCompany.people.superuser.token)
  const globex = await listen(otherCompany, firstCompany, otherCompany.people.superuser.token)
  const toAcme = await exercise(firstCompany, otherCompany)
  const toGlobex = await exercise(otherCompany, firstCompany)
  await t.app.settleMail()

  const mailed = async (mark: string) =>
    (await t.db.owner.query(`select recipient, subject, body from mail where recipient like $1`, [`%${mark}%`])).rows
  const exported: Record<number, string[]> = { [firstCompany.companyId]: [], [otherCompany.companyId]: [] }
  for (const { companyId } of [firstCompany, otherCompany]) {
    const write = async (line: object) => void exported[companyId]?.push(JSON.stringify(line))
    await exportCompany(t.db.database, companyId, peopleOfCompany, write)
  }
  const sides = [
    {
      ground: firstCompany,
      answers: toAcme,
      messages: acme.messages,
      mails: await mailed('acmemark'),
      strange: /globexmark/i,
    },
    {
      ground: otherCompany,
      answers: toGlobex,
      messages: globex.messages,
      mails: await mailed('globexmark'),
      strange: /acmemark/i,
    },
  ]
  for (const { ground, answers, messages, mails, strange } of sides) {
    expect(answers.length).toBeGreaterThan(1000)
    expect(answers.filter(({ text }) => strange.test(text))).toEqual([])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(messages.length).toBeGreaterThan(0)
    expect(messages.filter((message) => strange.test(JSON.stringify(message)))).toEqual([])
    expect(mails.filter((mail) => strange.test(JSON.stringify(mail)))).toEqual([])
    expect(exported[ground.companyId]?.length).toBeGreaterThan(50)
    expect(exported[ground.companyId]?.filter((line) => strange.test(line))).toEqual([])
  }
  acme.close()
  globex.close()
  process.stdout.write(`canary: ${toAcme.length + toGlobex.length} answers, ${logged.length} lines of the log\n`)
  keepSecretsOut([...toAcme, ...toGlobex], exported)
}, 600_000)

/** Fails when a secret is in an answer to another operation, in an error, in the log or in an export. */
function keepSecretsOut(answers: readonly CallAnswer[], exported: Record<number, string[]>): void {
  expect(secrets.size).toBeGreaterThan(50)
  const mayRepeat = new Set(['session.renew', 'addin.update'])
  const log = logged.join('\n')
  const exports = Object.values(exported).flat().join('\n')
  const wrong: string[] = []
  for (const [secret, sayers] of secrets) {
    if (log.includes(secret)) wrong.push(`in the log: of ${[...sayers]}`)
    if (exports.includes(secret)) wrong.push(`in an export: of ${[...sayers]}`)
    const strange = answers.filter(
      (answer) => answer.text.includes(secret) && !sayers.has(answer.operation) && !mayRepeat.has(answer.operation),
    )
    wrong.push(...strange.map((answer) => `of ${[...sayers]} in ${answer.operation} ${answer.status}`))
  }
  expect(wrong).toEqual([])
  expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
}

test('neither metrics nor tables contain secrets, and metrics contain no names', async () => {
  const { t } = stage
  const { text } = await t.call('GET', '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })
  expect(text).toContain('millwatch')
  expect(text).not.toMatch(/acmemark|globexmark/i)
  for (const secret of secrets.keys()) expect(text).not.toContain(secret)
  const words = [...secrets.keys()].filter((secret) => /^[\w. -]+$/.test(secret))
  expect(words.length).toBeGreaterThan(50)
  expect(await tablesHolding(t.db, words)).toEqual([])
})
