import { deleteLogo, getCompany, updateCompany, updateCompanySettings } from '@millwatch/contract/http/company'
import { getEquipment } from '@millwatch/contract/http/tree'
import { utilizationSeries } from '@millwatch/contract/http/utilization'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { Transformer } from '@napi-rs/image'
import { beforeAll, describe, expect, test } from 'vitest'

const { t, company: acme } = await appWithCompany({ timezone: 'Europe/Zurich' })
const tokens = { user: '', admin: '', superuser: '', other: '' }

beforeAll(async () => {
  const globex = await companyWithPeople(t, 'globex')
  for (const role of ['user', 'admin', 'superuser'] as const) tokens[role] = await t.signIn(acme.emailOf(role))
  tokens.other = await t.signIn(globex.emailOf('admin'))
})

const audited = async (operation: string) =>
  (
    await t.db.owner.query(
      'select before, after, user_id is not null as by_person from audit_entry where operation = $1 order by audit_entry_id',
      [operation],
    )
  ).rows

describe('the company', () => {
  test('says of itself what is known, and that nothing is switched on', async () => {
    const { company } = await t.ask(getCompany, { token: tokens.user })
    expect(company).toMatchObject({
      id: acme.companyId,
      company_id: acme.companyId,
      name: 'acme',
      timezone: 'Europe/Zurich',
      logo_filename: null,
      street_address: null,
      zip_code: null,
      poc_phone_number: null,
      poc_email: null,
      config: {
        header_color: null,
        device_outputs: false,
        operator_view: false,
        favorites: false,
        scrap_enabled: false,
      },
    })
  })

  test('is in another time zone when an admin says so, with all that stands under it', async () => {
    const machine = await machineWithDevice(t, tokens.admin, acme.rootOrgUnitId)
    const zoneOf = async () =>
      (await t.ask(getEquipment, { token: tokens.user, params: { id: machine.id } })).equip.actual_timezone
    expect(await zoneOf()).toBe('Europe/Zurich')
    const body = { orgUnit: { timezone: 'America/New_York' } }
    const { company, orgUnit } = await t.ask(updateCompany, { token: tokens.admin, body })
    expect(company.timezone).toBe('America/New_York')
    expect(orgUnit).toMatchObject({ id: acme.rootOrgUnitId, timezone: 'America/New_York', parent_id: null })
    expect(await zoneOf()).toBe('America/New_York')
    expect(await audited('company.update')).toMatchObject([
      { before: { timezone: 'Europe/Zurich' }, after: { timezone: 'America/New_York' }, by_person: true },
    ])
    // The same again changes nothing, and is not written down.
    await t.ask(updateCompany, { token: tokens.admin, body })
    expect(await audited('company.update')).toHaveLength(1)
  })

  test('is changed by a program that may do that and nothing else', async () => {
    const body = {
      name: 'zones',
      operations: ['company.update'],
      expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    }
    const { key } = (await t.call('POST', '/v0/api_keys', { token: tokens.admin, body })).json as { key: string }
    const zone = { orgUnit: { timezone: 'America/Chicago' } }
    expect((await t.call('PUT', '/v0/company', { token: key, body: zone })).status).toBe(200)
    const root = `/v0/o/${acme.rootOrgUnitId}`
    expect((await t.call('PUT', root, { token: key, body: { timezone: 'UTC' } })).status).toBe(403)
    await t.ask(updateCompany, { token: tokens.admin, body: { orgUnit: { timezone: 'America/New_York' } } })
  })

  test('is changed by admins only, and to nothing that is no time zone', async () => {
    const put = (token: string, body: unknown) => t.call('PUT', '/v0/company', { token, body })
    expect((await put(tokens.user, { orgUnit: { timezone: 'UTC' } })).status).toBe(403)
    for (const orgUnit of [
      { timezone: 'Mars/Base' },
      { timezone: null },
      { timezone: '' },
      {},
      { timezone: 'UTC', id: 1 },
    ])
      expect((await put(tokens.admin, { orgUnit })).status, JSON.stringify(orgUnit)).toBe(400)
    expect((await put(tokens.admin, { orgUnit: { timezone: 'UTC' }, name: 'x' })).status).toBe(400)
    expect((await t.ask(getCompany, { token: tokens.user })).company.timezone).toBe('America/New_York')
  })
})

describe('the settings of the company', () => {
  const change = (token: string, body: unknown) => t.call('PUT', '/v0/company/settings', { token, body })
  const defaults = { first_weekday: 0, measure_units: 'metric', currency: null }

  test('have defaults, are changed by admins one by one, and are written down', async () => {
    expect((await t.ask(getCompany, { token: tokens.user })).company.settings).toEqual(defaults)
    const changed = await t.ask(updateCompanySettings, { token: tokens.admin, body: { first_weekday: 1 } })
    expect(changed.company.settings).toEqual({ ...defaults, first_weekday: 1 })
    const body = { measure_units: 'us', currency: 'CHF' } as const
    await t.ask(updateCompanySettings, { token: tokens.admin, body })
    const { user } = (await t.call('GET', '/v0/user', { token: tokens.user })).json as { user: object }
    expect(user).toMatchObject({ company_settings: { first_weekday: 1, ...body } })
    // The same again changes nothing, and is not written down.
    await t.ask(updateCompanySettings, { token: tokens.admin, body })
    expect(await audited('company.settings.update')).toMatchObject([
      { before: { firstWeekday: 0 }, after: { firstWeekday: 1 }, by_person: true },
      { before: { measureUnits: 'metric', currency: null }, after: { measureUnits: 'us', currency: 'CHF' } },
    ])
    await t.ask(updateCompanySettings, { token: tokens.admin, body: { currency: null } })
    expect((await t.ask(getCompany, { token: tokens.user })).company.settings.currency).toBeNull()
    expect((await t.ask(getCompany, { token: tokens.other })).company.settings).toEqual(defaults)
  })

  test('are changed by admins only, and to nothing else', async () => {
    expect((await change(tokens.user, { first_weekday: 0 })).status).toBe(403)
    for (const body of [
      {},
      { first_weekday: 2 },
      { first_weekday: '1' },
      { measure_units: 'imperial' },
      { currency: 'XXX' },
      { currency: 'eur' },
      { name: 'x' },
    ])
      expect((await change(tokens.admin, body)).status, JSON.stringify(body)).toBe(400)
  })

  test('weeks of figures begin on the day that the company chose', async () => {
    const machine = await machineWithDevice(t, tokens.admin, acme.rootOrgUnitId)
    const query = {
      ...{ ids: String(machine.id), tz: 'UTC', interval: 604_800 as const },
      ...{ startDate: '2026-10-01T00:00:00Z', endDate: '2026-10-31T00:00:00Z' },
    }
    const weekdays = async () => {
      const { times } = await t.ask(utilizationSeries, { token: tokens.user, query })
      return times.time.slice(1).map((time) => new Date(time * 1000).getUTCDay())
    }
    for (const first_weekday of [0, 1] as const) {
      await t.ask(updateCompanySettings, { token: tokens.admin, body: { first_weekday } })
      expect(new Set(await weekdays())).toEqual(new Set([first_weekday]))
    }
  })
})

describe('the logo', () => {
  const image = (width: number, height: number) =>
    Transformer.fromRgbaPixels(
      Uint8Array.from({ length: width * height * 4 }, (_, i) => (i * 3) % 256),
      width,
      height,
    )
  const put = async (token: string, content: Buffer, type = 'image/png') => {
    const headers = { authorization: token, 'content-type': type }
    return t.app.inject({ method: 'PUT', url: '/v0/company/logo', headers, payload: content })
  }
  const get = (url: string, token = tokens.user) => t.app.inject({ url, headers: { authorization: token } })

  test('is drawn anew and served under its hash, to be kept for good', async () => {
    const sent = await image(1000, 400).png()
    const answer = await put(tokens.admin, sent)
    expect(answer.statusCode).toBe(200)
    const { logo_filename: address } = answer.json().company
    expect(address).toMatch(/^\/v0\/company\/logo\?hash=[0-9a-f]{64}$/)
    expect((await t.ask(getCompany, { token: tokens.user })).company.logo_filename).toBe(address)

    const read = await get(address)
    expect(read.statusCode).toBe(200)
    expect(read.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="logo.png"',
      'x-content-type-options': 'nosniff',
    })
    expect(String(read.headers['content-security-policy'])).toContain("default-src 'none'")
    expect(read.rawPayload.equals(sent)).toBe(false)
    expect(await new Transformer(read.rawPayload).metadata()).toMatchObject({ width: 320, height: 128 })
    const bare = await get('/v0/company/logo')
    expect(bare.headers['cache-control']).toBe('private, no-cache')
    expect(bare.rawPayload.equals(read.rawPayload)).toBe(true)

    const webp = await put(tokens.admin, await image(60, 60).webp(90), 'image/webp')
    const later = webp.json().company.logo_filename
    expect(later).not.toBe(address)
    expect((await get(later)).headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="logo.webp"',
    })
    expect((await get(address)).statusCode).toBe(404)
    expect(await audited('company.logo.update')).toMatchObject([
      { before: null, after: { mediaType: 'image/png' }, by_person: true },
      { after: { mediaType: 'image/webp' }, by_person: true },
    ])
  })

  test('is of one company, and set by its admins', async () => {
    const { logo_filename: address } = (await t.ask(getCompany, { token: tokens.user })).company
    expect((await get(address ?? '')).statusCode).toBe(200)
    expect((await get(address ?? '', tokens.other)).statusCode).toBe(404)
    expect((await get('/v0/company/logo', tokens.other)).statusCode).toBe(404)
    expect((await get(address ?? '', 'nonsense')).statusCode).toBe(401)
    expect((await put(tokens.user, await image(10, 10).png())).statusCode).toBe(403)
    expect((await t.call('DELETE', '/v0/company/logo', { token: tokens.user })).status).toBe(403)
    expect((await t.call('DELETE', '/v0/company/logo', { token: tokens.other })).status).toBe(404)
  })

  test('that is none, or too large, changes nothing', async () => {
    const { logo_filename: address } = (await t.ask(getCompany, { token: tokens.user })).company
    const code = async (content: Buffer, type?: string) => {
      const answer = await put(tokens.admin, content, type)
      return [answer.statusCode, answer.json().code]
    }
    expect(await code(Buffer.from('GIF89a'))).toEqual([400, 'logo_not_readable'])
    expect(await code(Buffer.alloc(262_145, 1))).toEqual([413, 'logo_too_large'])
    expect((await put(tokens.admin, Buffer.alloc(2_000_000))).statusCode).toBe(413)
    expect(await code(Buffer.from('<svg/>'), 'image/svg+xml')).toEqual([415, 'unsupported_media_type'])
    expect((await put(tokens.admin, Buffer.from('{}'), 'application/json')).statusCode).toBeGreaterThanOrEqual(400)
    expect((await put(tokens.admin, Buffer.alloc(0))).statusCode).toBe(400)
    expect((await t.ask(getCompany, { token: tokens.user })).company.logo_filename).toBe(address)
  })

  test('is taken away', async () => {
    const { company } = await t.ask(deleteLogo, { token: tokens.admin })
    expect(company.logo_filename).toBeNull()
    expect((await get('/v0/company/logo')).statusCode).toBe(404)
    expect(await audited('company.logo.delete')).toHaveLength(1)
  })
})
