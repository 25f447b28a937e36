import { ackNotifications, listNotifications } from '@millwatch/contract/http/notifications'
import { DAY_MS, MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { millwatch } from '@millwatch/lab/app/commands'
import { companyWithPeople } from '@millwatch/lab/app/inject-app'
import { beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { asSystem } from '../../platform/ctx.ts'
import { forgetNotifications, notify } from './index.ts'

const clock = manualClock(Date.parse('2026-11-21T08:00:00Z'))
const { t, company: acme } = await appWithCompany({ clock })
let globex: typeof acme
const tokens = { ann: '', bob: '', other: '' }

beforeAll(async () => {
  globex = await companyWithPeople(t, 'globex')
  clock.advance(MINUTE_MS)
})

/** Sessions end while the clock is moved by weeks. */
async function signIn(): Promise<void> {
  tokens.ann = await t.signIn(acme.emailOf('user'))
  tokens.bob = await t.signIn(acme.emailOf('admin'))
  tokens.other = await t.signIn(globex.emailOf('superuser'))
}
const shown = async (token: string) =>
  (await t.ask(listNotifications, { token, query: { version: '0.1.0' } })).notifications
const titles = async (token: string) =>
  (await shown(token)).map((notification) => `${notification.title}${notification.acked ? '' : ' *'}`)

describe('what the operator announces', () => {
  test('is there for everybody of every company, unread, until each has been shown it', async () => {
    await signIn()
    const detail = 'Stops have **notes** now.\n\n- one\n- two'
    expect(await millwatch(t, 'notify', '--title', 'Release 2', '--detail', detail)).toEqual([
      '2 companies told: "Release 2", now.',
    ])
    const [news] = await shown(tokens.ann)
    expect(news).toMatchObject({ title: 'Release 2', detail, acked: false, available_at: '2026-11-21T08:01:00.000Z' })
    expect(await titles(tokens.bob)).toEqual(['Release 2 *'])
    expect(await titles(tokens.other)).toEqual(['Release 2 *'])

    const body = { notificationIds: [news?.id ?? 0] }
    await t.ask(ackNotifications, { token: tokens.ann, body })
    await t.ask(ackNotifications, { token: tokens.ann, body })
    expect(await titles(tokens.ann)).toEqual(['Release 2'])
    expect(await titles(tokens.bob)).toEqual(['Release 2 *'])
  })

  test('can be for one company alone, which no other can read or acknowledge', async () => {
    await millwatch(t, 'notify', '--title', 'Only acme', '--detail', 'x', '--company', String(acme.companyId))
    expect(await titles(tokens.ann)).toEqual(['Only acme *', 'Release 2'])
    expect(await titles(tokens.other)).toEqual(['Release 2 *'])
    const id = (await shown(tokens.ann))[0]?.id
    const foreign = { token: tokens.other, body: { notificationIds: [id] } }
    expect((await t.call('POST', '/v0/notifications/ack', foreign)).status).toBe(404)
    const mixed = { token: tokens.ann, body: { notificationIds: [id, 999_999] } }
    expect((await t.call('POST', '/v0/notifications/ack', mixed)).status).toBe(404)
    expect(await titles(tokens.ann)).toContain('Only acme *')
  })

  test('can wait for its day', async () => {
    const to = ['--company', String(globex.companyId)]
    expect(
      await millwatch(t, 'notify', '--title', 'Maintenance', '--detail', 'x', '--from', '2026-11-22', ...to),
    ).toEqual(['1 company told: "Maintenance", from 2026-11-22T00:00:00.000Z on.'])
    expect(await titles(tokens.other)).toEqual(['Release 2 *'])
    clock.advance(DAY_MS)
    expect(await titles(tokens.other)).toEqual(['Maintenance *', 'Release 2 *'])
  })

  test('is not news to who came later', async () => {
    await millwatch(t, 'user', 'create', 'late@acme.example', '--company', String(acme.companyId))
    await t.db.owner.query('update app_user set must_change_password = false')
    const hash =
      'update app_user a set password_hash = b.password_hash from app_user b where a.email = $1 and b.email = $2'
    await t.db.owner.query(hash, ['late@acme.example', acme.emailOf('user')])
    expect(await titles(await t.signIn('late@acme.example'))).toEqual(['Only acme', 'Release 2'])
  })

  test('goes a month after it came, unless somebody has not seen it yet; after a year for good', async () => {
    clock.advance(32 * DAY_MS)
    await signIn()
    expect(await titles(tokens.ann)).toEqual(['Only acme *'])
    expect(await titles(tokens.bob)).toEqual(['Only acme *', 'Release 2 *'])
    const forget = () => asSystem({ database: t.db.database, clock }, acme.companyId, forgetNotifications)
    await forget()
    const kept = async () =>
      (await t.db.owner.query('select count(*)::int as n from notification where company_id = $1', [acme.companyId]))
        .rows[0].n
    expect(await kept()).toBe(2)
    clock.advance(370 * DAY_MS)
    await forget()
    expect(await kept()).toBe(0)
  })
})

describe('what cannot be announced', () => {
  test.each([
    [['--title', '', '--detail', 'x'], 'A name has 1 to 120 characters'],
    [['--title', 'x'.repeat(121), '--detail', 'x'], 'A name has 1 to 120 characters'],
    [['--title', 'x', '--detail', ' '], 'A detail has 1 to 10,000 characters'],
    [['--title', 'x', '--detail', 'a\u0000b'], 'A detail has no control characters but line breaks and tabs'],
    [['--title', 'x', '--detail', 'x', '--from', 'tomorrow'], 'Not a date: tomorrow'],
    [['--title', 'x', '--detail', 'x', '--from', '2026-13-01'], 'Not a date: 2026-13-01'],
    [['--title', 'x', '--detail', 'x', '--company', '999999'], 'There is no company 999999'],
    [['--title', 'x'], 'misused'],
  ])('%j', async (args, message) => {
    await expect(millwatch(t, 'notify', ...args)).rejects.toThrow(message)
  })

  test('by anybody but the operator of the installation', async () => {
    const actor = { kind: 'user', userId: 1, role: 'superuser', sessionId: 1 } as const
    const notice = { title: 'x', detail: 'x', availableAt: 0 }
    const { companyId } = acme
    const trying = t.db.database.inCompany(companyId, (tx) => notify({ companyId, actor, tx, clock }, notice))
    await expect(trying).rejects.toThrow()
  })
})
