import { addScrap, startRun } from '@millwatch/contract/http/runs'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { DAY_MS } from '@millwatch/domain/time'
import { appWithCompany, tokensOf } from '@millwatch/lab/app/app-with-company'
import { machineWithDevice } from '@millwatch/lab/app/inject-app'
import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'

const clock = manualClock(Date.UTC(2026, 2, 2, 8))
const { t, company, root } = await appWithCompany({ clock })
const tokens = await tokensOf(t, company)
const tag = (await t.ask(createTag, { token: tokens.admin, body: { name: 'Order 1' } })).tag.id

/** Starts a run on a new machine; returns its id, a function that counts scrap with a key, and one that reads the scrap. */
async function aRun() {
  const { id: equipId } = await machineWithDevice(t, tokens.admin, root)
  const { run } = await t.ask(startRun, { token: tokens.user, body: { equipId, tags: [tag] } })
  const scrap = (key: string, qty = 1, token = tokens.user) => {
    const headers = { 'idempotency-key': key }
    return t.call('PUT', `/v0/runs/${run.id}/addScrap`, { token, headers, body: { qty } })
  }
  const counted = async () =>
    (await t.ask(addScrap, { token: tokens.user, params: { id: run.id }, body: { qty: 0 } })).run.scrap_qty
  return { equipId, runId: run.id, scrap, counted }
}

const code = (answer: { json: unknown }) => (answer.json as { code?: string }).code

test('a call that is sent again with its key is done once, and gets the same answer', async () => {
  const { runId, scrap, counted } = await aRun()
  const first = await scrap('aaaaaaaa-1')
  const again = await scrap('aaaaaaaa-1')
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.json).toEqual(first.json)
  expect(await counted()).toBe(1)
  const { rows } = await t.db.owner.query(
    `select count(*)::int as n from audit_entry where operation = 'run.scrap' and subject = $1`,
    [`run/${runId}`],
  )
  expect(rows).toEqual([{ n: 1 }])
  await scrap('aaaaaaaa-2')
  expect(await counted()).toBe(2)
})

test('ten of the same call at the same time are done once', async () => {
  const { scrap, counted } = await aRun()
  const answers = await Promise.all(Array.from({ length: 10 }, () => scrap('bbbbbbbb-1')))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await counted()).toBe(1)
})

test('a key belongs to its caller and to its call', async () => {
  const { equipId, scrap, counted } = await aRun()
  await scrap('cccccccc-1')
  expect(code(await scrap('cccccccc-1', 5))).toBe('idempotency_key_reused')
  const other = { token: tokens.user, headers: { 'idempotency-key': 'cccccccc-1' }, body: { equipId, tags: [tag] } }
  expect(code(await t.call('POST', '/v0/runs', other))).toBe('idempotency_key_reused')
  expect((await scrap('cccccccc-1', 1, tokens.admin)).status).toBe(200)
  expect(await counted()).toBe(2)
})

test('a call that was refused is tried anew with its key', async () => {
  const { equipId, runId } = await aRun()
  const body = { equipId, tags: [tag] }
  const begin = () =>
    t.call('POST', '/v0/runs', { token: tokens.user, headers: { 'idempotency-key': 'dddddddd-1' }, body })
  expect(code(await begin())).toBe('run_already_active')
  await t.call('PUT', `/v0/runs/${runId}/end`, { token: tokens.user, body: {} })
  const started = await begin()
  expect(started.status).toBe(200)
  expect((await begin()).json).toEqual(started.json)
})

test('a call does not wait for another call that removes the same old answers', async () => {
  const { scrap } = await aRun()
  await scrap('ffffffff-1')
  await t.db.owner.query('update call_answer set created_at = created_at - $1', [31 * DAY_MS])
  await t.db.database.inCompany(company.companyId, async (tx) => {
    await tx.prepared({ name: 'test.remove_answers', text: 'delete from call_answer' }, [])
    expect((await scrap('ffffffff-2')).status).toBe(200)
  })
})

test('a malformed key is refused, and an answer is kept for 30 days', async () => {
  const { runId, scrap } = await aRun()
  for (const key of ['short', 'a b c d e f', 'x'.repeat(101)]) expect((await scrap(key)).status).toBe(400)
  const after = async (days: number) => {
    clock.set(clock.now() + days * DAY_MS)
    await scrap('eeeeeeee-1', 1, await t.signIn(company.emailOf('user')))
    const { rows } = await t.db.owner.query<{ scrap: number }>(
      'select scrap_qty::int as scrap from run where run_id = $1',
      [runId],
    )
    return rows[0]?.scrap
  }
  expect([await after(0), await after(29), await after(2)]).toEqual([1, 1, 2])
})
