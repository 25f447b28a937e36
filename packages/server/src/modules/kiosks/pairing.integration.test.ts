import { exchangeCode } from '@millwatch/contract/http/identity'
import * as kiosks from '@millwatch/contract/http/kiosks'
import { MINUTE_MS } from '@millwatch/domain/time'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople } from '@millwatch/lab/app/inject-app'
import { afterEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'

const clock = manualClock(Date.UTC(2026, 5, 10, 12))
const { t, company: acme, token: admin } = await appWithCompany({ clock })

afterEach(async () => {
  await t.db.owner.query('delete from attempt')
  await t.db.owner.query('delete from kiosk_pairing')
})

async function display(token = admin, unit = acme.rootOrgUnitId): Promise<number> {
  const body = {
    name: 'Hall',
    page: 'unit',
    org_unit_id: unit,
    may_give_reasons: false,
    may_count_scrap: false,
  } as const
  return (await t.ask(kiosks.createKiosk, { token, body })).kiosk.id
}

const shown = () => t.ask(kiosks.createPairing, { body: {} })
const stateOf = async (secret: string) => (await t.ask(kiosks.readPairing, { body: { secret } })).state
const exchanged = (secret: string) => t.call('POST', '/v0/sessions/exchange', { body: { code: secret } })
const typed = async (id: number, code: string, { token = admin, from = '127.0.0.1' } = {}) => {
  const headers = { authorization: token }
  const request = {
    method: 'POST',
    url: `/v0/kiosks/${id}/pair`,
    headers,
    payload: { code },
    remoteAddress: from,
  } as const
  const answer = await t.app.inject(request)
  return { status: answer.statusCode, json: answer.json() as object }
}

const isWrong = { status: 404, json: { code: 'pairing_code_unknown' } }

describe('a code that a browser shows', () => {
  test('makes it the display for which an admin types it, with an entry of its address, once', async () => {
    const id = await display()
    const { code, secret, expires_at } = await shown()
    expect(Date.parse(expires_at) - clock.now()).toBe(10 * MINUTE_MS)
    expect(await stateOf(secret)).toBe('waiting')
    expect(await exchanged(secret)).toMatchObject({ status: 401 })
    const paired = await typed(id, ` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()}`)
    expect(paired).toMatchObject({ status: 200, json: { ip: '127.0.0.1' } })
    expect(await stateOf(secret)).toBe('paired')
    expect(await typed(id, code)).toMatchObject(isWrong)
    const entered = await t.ask(exchangeCode, { body: { code: secret } })
    expect(entered).toMatchObject({ kiosk: { id, page: 'unit', org_unit_id: acme.rootOrgUnitId } })
    expect(await exchanged(secret)).toMatchObject({ status: 401 })
    const { rows } = await t.db.owner.query(
      `select subject, after from audit_entry where operation = 'kiosk.pair' order by audit_entry_id desc limit 1`,
    )
    expect(rows).toEqual([{ subject: `kiosk/${id}`, after: { ip: '127.0.0.1' } }])
  })

  test('is over after ten minutes, and the browser has a minute to come in after it was typed', async () => {
    const id = await display()
    const [early, late] = [await shown(), await shown()]
    clock.advance(10 * MINUTE_MS - 1)
    expect(await typed(id, early.code)).toMatchObject({ status: 200 })
    clock.advance(1)
    expect(await typed(id, late.code)).toMatchObject(isWrong)
    expect(await stateOf(late.secret)).toBe('over')
    clock.advance(MINUTE_MS)
    expect(await exchanged(early.secret)).toMatchObject({ status: 401 })
  })

  test('leads nowhere once its display is revoked, or the admin has signed out', async () => {
    const id = await display()
    const { code, secret } = await shown()
    expect(await typed(id, code)).toMatchObject({ status: 200 })
    await t.ask(kiosks.revokeKiosk, { token: admin, params: { id } })
    expect(await exchanged(secret)).toMatchObject({ status: 401 })
    expect(await typed(id, (await shown()).code)).toMatchObject({ status: 409, json: { code: 'kiosk_revoked' } })
    const other = await t.signIn(acme.emailOf('superuser'))
    const second = await shown()
    expect(await typed(await display(), second.code, { token: other })).toMatchObject({ status: 200 })
    await t.call('DELETE', '/v0/sessions/current', { token: other })
    expect(await exchanged(second.secret)).toMatchObject({ status: 401 })
  })

  test('is not used up for a display of another company', async () => {
    const globex = await companyWithPeople(t, 'globex')
    const foreign = await display(await t.signIn(globex.emailOf('superuser')), globex.rootOrgUnitId)
    const { code, secret } = await shown()
    const absent = await typed(99_999_999, code)
    expect(await typed(foreign, code)).toMatchObject({
      status: 404,
      json: { code: (absent.json as { code: string }).code },
    })
    expect(await stateOf(secret)).toBe('waiting')
  })

  test('is stored as a hash only, as is its secret', async () => {
    const { code, secret } = await shown()
    const { rows } = await t.db.owner.query(`select encode(code_hash, 'escape') || encode(secret_hash, 'base64') as row,
      t::text as all from kiosk_pairing t`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('guesses', () => {
  test('are limited to 20 per network in ten minutes; right codes do not count', async () => {
    const id = await display()
    for (let i = 0; i < 25; i++) expect(await typed(id, (await shown()).code)).toMatchObject({ status: 200 })
    const wrong = await Promise.all(Array.from({ length: 40 }, () => typed(id, 'BBBBBB')))
    expect(wrong.filter(({ status }) => status === 404)).toHaveLength(20)
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(20)
    const { code } = await shown()
    expect((await typed(id, code)).status).toBe(429)
    clock.advance(20 * MINUTE_MS)
    expect(await typed(id, 'BBBBBB')).toMatchObject(isWrong)
  })

  /** Types wrong codes from networks of their own, 20 from each; returns how many were looked up. */
  async function lookedUp(token: string, unit: number, tries: number): Promise<number> {
    const id = await display(token, unit)
    let count = 0
    for (let from = 0; from < tries; from += 20) {
      const address = `2001:db8:${(++networks).toString(16)}::1`
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => typed(id, 'no code', { token, from: address })),
      )
      count += answers.filter(({ status }) => status === 404).length
    }
    return count
  }
  let networks = 0
  const others = Array.from({ length: 5 }, async (_, i) => {
    const company = await companyWithPeople(t, `guesser${i}`)
    return { unit: company.rootOrgUnitId, token: await t.signIn(company.emailOf('admin')) }
  })

  test('are limited to 40 of a company, from however many networks, and keep no other company out', async () => {
    expect(await lookedUp(admin, acme.rootOrgUnitId, 240)).toBe(40)
    const [other] = await Promise.all(others)
    if (other === undefined) throw new Error('no other company')
    const { code } = await shown()
    expect((await typed(await display(other.token, other.unit), code, other)).status).toBe(200)
  })

  test('are limited to 200 of all companies together', async () => {
    let count = await lookedUp(admin, acme.rootOrgUnitId, 40)
    for (const { token, unit } of await Promise.all(others)) count += await lookedUp(token, unit, 40)
    expect(count).toBe(200)
  })
})

const ask = async (from = '127.0.0.1') => {
  const request = { method: 'POST', url: '/v0/kiosk/pairings', payload: {}, remoteAddress: from } as const
  return (await t.app.inject(request)).statusCode
}
const stored = async (where = 'true') => {
  const { rows } = await t.db.owner.query<{ count: number }>(
    `select count(*)::int as count from kiosk_pairing where ${where}`,
  )
  return rows[0]?.count
}

describe('the number of codes that are shown', () => {
  test('is at most 100 of one network', async () => {
    for (let i = 0; i < 100; i++) await shown()
    expect(await ask()).toBe(429)
    clock.advance(10 * MINUTE_MS)
    expect(await ask()).toBe(200)
  })

  test('is at most 100 of one network also where many browsers ask at once', async () => {
    for (let i = 0; i < 90; i++) await shown()
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask()))
    expect(answers.filter((status) => status === 200)).toHaveLength(10)
    expect(answers.filter((status) => status === 429)).toHaveLength(30)
    expect(await stored()).toBe(100)
  })

  /** Stores codes that wait, for so many networks and codes of each; those of network 1 are the oldest. */
  const fill = (networks: number, each: number) =>
    t.db.owner.query(
      `insert into kiosk_pairing (code_hash, secret_hash, network, ip, created_at, expires_at)
       select sha256(('c' || n || '-' || i)::bytea), sha256(('s' || n || '-' || i)::bytea), sha256(('n' || n)::bytea),
         '192.0.2.1', $3::bigint - 60000 + n * 100 + i, $3::bigint + 540000
       from generate_series(1, $1::int) n, generate_series(1, $2::int) i`,
      [networks, each, clock.now()],
    )

  test('is at most 5,000 in all, of which no 50 networks keep out another: the oldest code of the greediest gives way', async () => {
    await fill(50, 100)
    const { secret } = await shown()
    expect(await stored()).toBe(5_000)
    expect(await stored(`network = sha256('n1')`)).toBe(99)
    expect(await stored(`code_hash = sha256('c1-1')`)).toBe(0)
    expect(await ask()).toBe(200)
    expect(await stored(`network = sha256('n2')`)).toBe(99)
    expect(await stored()).toBe(5_000)
    expect(await stateOf(secret)).toBe('waiting')
  })

  test('a code that was typed does not give way, nor one of a network that shows hardly more', async () => {
    await fill(2_500, 2)
    await t.db.owner.query(`update kiosk_pairing set paired_at = $1 where code_hash = sha256('c1-1')`, [clock.now()])
    expect(await ask()).toBe(200)
    expect(await stored(`network = sha256('n1')`)).toBe(2)
    expect(await ask()).toBe(429)
    expect(await stored()).toBe(5_000)
  })
})
