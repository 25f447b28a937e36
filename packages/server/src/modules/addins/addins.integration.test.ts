import { createAddin, deleteAddin, listAddins, signInToAddin, updateAddin } from '@millwatch/contract/http/addins'
import { requestPasswordReset } from '@millwatch/contract/http/identity-password'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { manualClock } from '../../platform/clock.ts'
import { ssoIssuer, ssoType } from './sso.ts'

const clock = manualClock(Date.parse('2026-05-04T08:00:00Z'))
const { t, company: acme } = await appWithCompany({ clock, isDemo: async () => true })
const tokens = { user: '', admin: '', superuser: '', other: '' }
const wanted = {
  name: 'Tool wear',
  icon_url: null,
  index_url: 'https://Tools.example:8443/app?plant=1',
  equipment_enabled: true,
  org_unit_enabled: false,
}

beforeAll(async () => {
  const globex = await companyWithPeople(t, 'globex')
  for (const role of ['user', 'admin', 'superuser'] as const) tokens[role] = await t.signIn(acme.emailOf(role))
  tokens.other = await t.signIn(globex.emailOf('admin'))
})

const status = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, token: string, body?: unknown) =>
  (await t.call(method, path, { token, body })).status

describe('add-ins', () => {
  test('are made, changed and taken away by admins, and listed for everybody of the company', async () => {
    const { addin } = await t.ask(createAddin, { token: tokens.admin, body: wanted })
    expect(addin).toMatchObject({ name: 'Tool wear', index_url: 'https://tools.example:8443/app?plant=1' })
    const body = { name: 'Wear', icon_url: 'https://tools.example/i.svg', org_unit_enabled: true }
    const changed = await t.ask(updateAddin, { token: tokens.admin, params: { id: addin.id }, body })
    expect(changed.addin).toEqual({ ...addin, ...body })
    expect((await t.ask(updateAddin, { token: tokens.admin, params: { id: addin.id }, body })).addin).toEqual(
      changed.addin,
    )
    expect((await t.ask(listAddins, { token: tokens.user })).addins).toEqual([changed.addin])
    expect((await t.ask(listAddins, { token: tokens.other })).addins).toEqual([])

    const path = `/v0/addins/${addin.id}`
    expect(await status('POST', '/v0/addins', tokens.user, wanted)).toBe(403)
    expect(await status('PUT', path, tokens.user, body)).toBe(403)
    expect(await status('DELETE', path, tokens.user)).toBe(403)
    for (const [method, sent] of [
      ['PUT', body],
      ['DELETE', undefined],
    ] as const) {
      const foreign = await t.call(method, path, { token: tokens.other, body: sent })
      const absent = await t.call(method, '/v0/addins/99999999', { token: tokens.other, body: sent })
      const bodyOf = ({ text }: { text: string }) => text.replace(/"request_id":"[^"]*"/, '')
      expect([foreign.status, bodyOf(foreign)]).toEqual([404, bodyOf(absent)])
    }
    await t.ask(deleteAddin, { token: tokens.admin, params: { id: addin.id } })
    expect((await t.ask(listAddins, { token: tokens.user })).addins).toEqual([])
    const { rows } = await t.db.owner.query(
      `select operation, before ->> 'name' as before, after ->> 'name' as after from audit_entry
       where subject = $1 order by audit_entry_id`,
      [`addin/${addin.id}`],
    )
    expect(rows).toEqual([
      { operation: 'addin.create', before: null, after: 'Tool wear' },
      { operation: 'addin.update', before: 'Tool wear', after: 'Wear' },
      { operation: 'addin.delete', before: 'Wear', after: null },
    ])
  })

  test('have addresses of https and nothing else, of page and icon alike', async () => {
    for (const address of ['javascript:alert(1)', 'http://tools.example/', 'https://me:secret@tools.example/']) {
      for (const part of [{ index_url: address }, { icon_url: address }]) {
        const answer = await t.call('POST', '/v0/addins', { token: tokens.admin, body: { ...wanted, ...part } })
        expect([answer.status, answer.json]).toMatchObject([400, { code: 'addin_url_invalid' }])
      }
    }
    expect(await status('POST', '/v0/addins', tokens.admin, { ...wanted, name: ' ' })).toBe(400)
    expect((await t.ask(listAddins, { token: tokens.user })).addins).toEqual([])
  })

  test('are at most 20 of a company', async () => {
    const create = () => t.call('POST', '/v0/addins', { token: tokens.other, body: wanted })
    for (let i = 0; i < 20; i++) expect((await create()).status).toBe(200)
    expect(await create()).toMatchObject({ status: 409, json: { code: 'addins_full' } })
    const { addins } = await t.ask(listAddins, { token: tokens.other })
    for (const { id } of addins) await t.ask(deleteAddin, { token: tokens.other, params: { id } })
    expect(addins).toHaveLength(20)
  })
})

describe('a token for an add-in', () => {
  test('says for five minutes who looks at it, to that add-in and nobody else', async () => {
    const made = await t.ask(createAddin, { token: tokens.admin, body: wanted })
    const { addin: another, sso_key: anotherKey } = await t.ask(createAddin, {
      token: tokens.admin,
      body: { ...wanted, index_url: 'https://other.example/' },
    })
    const body = { addin_id: made.addin.id }
    const { sso_token: token, expires_at: until } = await t.ask(signInToAddin, { token: tokens.user, body })
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: ssoType })
    const { exp = 0, iat = 0, ...claims } = decodeJwt(token)
    expect(exp - iat).toBe(300)
    expect(Date.parse(until)).toBe(exp * 1000)
    const user = await t.db.owner.query('select user_id from app_user where email = $1', [acme.emailOf('user')])
    expect(claims).toEqual({
      iss: ssoIssuer,
      aud: 'https://tools.example:8443',
      sub: String(user.rows[0].user_id),
      company_id: acme.companyId,
      addin_id: made.addin.id,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const verify = (key: string, audience: string, at = clock.now()) =>
      jwtVerify(token, Buffer.from(key, 'base64url'), {
        algorithms: ['HS256'],
        typ: ssoType,
        issuer: ssoIssuer,
        audience,
        currentDate: new Date(at),
      })
    await expect(verify(made.sso_key, 'https://tools.example:8443')).resolves.toBeDefined()
    await expect(verify(anotherKey, 'https://tools.example:8443')).rejects.toThrow(/signature/)
    await expect(verify(made.sso_key, 'https://other.example')).rejects.toThrow(/"aud"/)
    await expect(verify(made.sso_key, 'https://tools.example:8443', clock.now() + 300_001)).rejects.toThrow(/"exp"/)
    const again = await t.ask(signInToAddin, { token: tokens.user, body })
    expect(decodeJwt(again.sso_token).jti).not.toBe(claims.jti)

    expect(await status('POST', '/v0/addins/sso', tokens.other, body)).toBe(404)
    expect(await status('POST', '/v0/addins/sso', tokens.user, { addin_id: 99_999_999 })).toBe(404)
    for (const id of [made.addin.id, another.id]) await t.ask(deleteAddin, { token: tokens.admin, params: { id } })
    expect(await status('POST', '/v0/addins/sso', tokens.user, body)).toBe(404)
  })
})

describe('tokens of four kinds', () => {
  type Kind = 'session' | 'reset' | 'device' | 'sso'
  const kinds: readonly Kind[] = ['session', 'reset', 'device', 'sso']
  const held: Record<Kind, string> = { session: '', reset: '', device: '', sso: '' }
  let uuid = ''
  let ssoKey = ''

  beforeAll(async () => {
    held.session = await t.signIn(acme.emailOf('superuser'))
    await t.call('POST', requestPasswordReset.path, { body: { username: acme.emailOf('user') } })
    await t.app.settleMail()
    const { rows } = await t.db.owner.query('select body from mail where recipient = $1', [acme.emailOf('user')])
    held.reset = /resetToken=([\w-]+)/.exec(rows.at(-1)?.body ?? '')?.[1] ?? ''
    const device = await machineWithDevice(t, tokens.admin, acme.rootOrgUnitId)
    uuid = device.uuid
    held.device = device.key
    const { addin, sso_key } = await t.ask(createAddin, { token: tokens.admin, body: wanted })
    ssoKey = sso_key
    held.sso = (await t.ask(signInToAddin, { token: tokens.user, body: { addin_id: addin.id } })).sso_token
  })

  /** Returns for each kind whether a token is accepted there. */
  const opens: Record<Kind, (token: string) => Promise<boolean>> = {
    async session(token) {
      const spellings = [token, `Bearer ${token}`, `Device ${uuid}:${token}`]
      const answers = await Promise.all(spellings.map((spelling) => status('GET', '/v0/user', spelling)))
      return answers.includes(200)
    },
    async reset(token) {
      return (await status('GET', `/v0/password/request?token=${encodeURIComponent(token)}`, '')) === 200
    },
    async device(token) {
      const spellings = [`Device ${uuid}:${token}`, token, `Bearer ${token}`]
      const answers = await Promise.all(
        spellings.map((authorization, i) =>
          t.call('POST', '/v0/ingest', {
            headers: { authorization },
            body: { batch_id: `${token}-${i}`.slice(-60), events: [] },
          }),
        ),
      )
      return answers.some((answer) => answer.status === 200)
    },
    async sso(token) {
      const options = { algorithms: ['HS256'], typ: ssoType, issuer: ssoIssuer, currentDate: new Date(clock.now()) }
      const verified = jwtVerify(token, Buffer.from(ssoKey, 'base64url'), {
        ...options,
        audience: 'https://tools.example:8443',
      })
      return verified.then(
        () => true,
        () => false,
      )
    },
  }

  test.each(kinds.flatMap((kind) => kinds.map((target) => [kind, target] as const)))(
    'one for %s sent where %s is wanted',
    async (kind, target) => {
      expect(held[kind].length).toBeGreaterThan(20)
      expect(await opens[target](held[kind])).toBe(kind === target)
    },
  )
})
