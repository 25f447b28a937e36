import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '@millwatch/domain/time'
import { type Company, type MadeMachine, signIn } from '@millwatch/lab/product/company'
import { cycles, send, status } from './device.ts'
import { companyApart, millwatch } from './operator.ts'
import type { Person } from './people.ts'
import { expect } from './test.ts'

/**
 * Text that would run a script if it became markup, that begins like a formula, and whose `\u202e` would reverse the direction of
 * the text after it.
 */
export const MARKUP = '=<img src=x onerror="window.__hit=1">"><script>window.__hit=1</script>{{7*7}}\u202e'
export const SCRIPT_ADDRESS = 'javascript:window.__hit=1'
/** Largest number of characters of the noun in a name by `asMarkup`, which then has 90 characters. */
const NOUN_ROOM = 12

/** Function that returns the name of an object in a company from a noun. */
export type Naming = (noun: string) => string
export const asMarkup: Naming = (noun) => `${MARKUP}${noun.slice(0, NOUN_ROOM)}`
/** Returns a name of 108 W and the noun, at most 120 characters, without a place to break. */
export const asLongWord: Naming = (noun) => `${'W'.repeat(108)}${noun}`.slice(0, 120)

/** Company in which every object that people and devices can name has a hostile name. */
export interface Furnished {
  readonly owner: Person
  readonly company: Company
  readonly companyId: string
  readonly unit: number
  readonly machine: MadeMachine
  readonly displays: Readonly<Record<'operator' | 'machine' | 'unit' | 'wall', number>>
  readonly addin: number
  readonly invited: string
}

type Answered<Noun extends string> = Record<Noun, { readonly id: number }>

async function refuses(company: Company, method: string, path: string, body: unknown): Promise<void> {
  await expect(company.call(method, path, body)).rejects.toThrow(/was answered 4\d\d/)
}

/** Returns a name without `\u202e`, because names of people may not change the direction of text. */
const ofPerson = (name: string): string => name.replaceAll('\u202e', '')

async function nameSetUp(company: Company, name: Naming, machine: MadeMachine): Promise<void> {
  const { roster } = await company.call<Answered<'roster'>>('POST', '/v0/rosters', { name: name('group') })
  const { user } = await company.call<Answered<'user'>>('GET', '/v0/user')
  await company.call('POST', `/v0/rosters/${roster.id}/users`, { user_id: user.id })
  await company.call('PUT', `/v0/users/${user.id}`, { first_name: ofPerson(name('f')), last_name: ofPerson(name('l')) })
  await refuses(company, 'PUT', `/v0/users/${user.id}`, { first_name: 'Ann\u202e' })
  const list = { category: name('category'), manufacturer: name('maker') }
  const { category } = await company.call<Answered<'category'>>('POST', '/v0/equip/categories', { name: list.category })
  const made = await company.call<Answered<'manufacturer'>>('POST', '/v0/equip/manufacturers', {
    name: list.manufacturer,
  })
  await company.call('PUT', `/v0/e/${machine.equipmentId}`, {
    category_id: category.id,
    manufacturer_id: made.manufacturer.id,
    model_number: name('model'),
  })
  await company.call('POST', '/v0/scheduletemplates', { template: { name: name('template'), type: 'daily' } })
  const expires_at = new Date(Date.now() + 24 * HOUR_MS).toISOString()
  await company.call('POST', '/v0/api_keys', { name: name('key'), expires_at })
  await company.call('POST', '/v0/webhooks', { name: name('webhook'), url: 'https://hook.example/%22%3E%3Cscript%3E' })
  for (const url of [SCRIPT_ADDRESS, `https://${MARKUP}/`])
    await refuses(company, 'POST', '/v0/webhooks', { name: name('webhook'), url })
  await company.call('PUT', `/v0/devices/${machine.deviceId}`, {
    name: name('device'),
    analog_in_1_config: { unit: name('unit').slice(0, 32), scale: 1, offset: 0 },
  })
  await company.call('POST', '/v0/client-errors', {
    version: '<img src=x>',
    route: '/o/1',
    message: name('error'),
    stack: name('stack'),
    browser: name('browser'),
  })
}

/**
 * Lets the machine stop and run, and gives names to what belongs to that: reasons, notes, a tag and its run, and maintenance
 * completed with a part.
 */
async function nameWork(url: string, company: Company, name: Naming, machine: MadeMachine): Promise<void> {
  const id = machine.equipmentId
  const now = Date.now()
  const firmware = { ip: MARKUP.slice(0, 64), firmware: name('fw').slice(0, 64) }
  await send(url, machine, [
    { t: now - 3000_000, type: 'ping', ...firmware },
    status('running', now - 3000_000),
    ...cycles(10, 30, now - 2400_000),
    status('down', now - 2300_000),
    { t: now - 2000_000, type: 'ping' },
    { t: now - 1700_000, type: 'ping' },
    status('running', now - 1500_000),
    ...cycles(20, 60, now - 60_000),
    status('down', now - 30_000),
  ])
  const made = await company.call<Answered<'reason'>>('POST', '/v0/reasons', {
    reason: name('reason'),
    groupName: name('reasons'),
  })
  const period = `startDate=${new Date(now - HOUR_MS).toISOString()}&endDate=${new Date(now).toISOString()}`
  const log = await company.call<{ data: { id: number; status_id: number }[] }>(
    'GET',
    `/v0/e/${id}/reports/status?${period}`,
  )
  const part = { number: name('part'), description: name('description'), url: 'https://part.example/%22%3E' }
  const { part: stored } = await company.call<Answered<'part'>>('POST', '/v0/parts', part)
  await refuses(company, 'POST', '/v0/parts', { ...part, number: name('other'), url: SCRIPT_ADDRESS })
  for (const stop of log.data.filter((interval) => interval.status_id === 2)) {
    await company.call('PUT', `/v0/status/${stop.id}`, { status_reason_id: made.reason.id })
    await company.call('PUT', `/v0/status/${stop.id}`, { notes: name('notes') })
    const work = { equipId: id, partId: stored.id, statusLogId: stop.id, action: 'replace', qty: 1 }
    await company.call('POST', '/v0/parthistory', work)
  }
  const { tag } = await company.call<Answered<'tag'>>('POST', '/v0/tags', {
    name: name('tag'),
    groupName: name('tags'),
  })
  const run = { equipId: id, tags: [tag.id], cyclesTotal: 1000, partsPerCycle: 1 }
  const started = await company.call<Answered<'run'>>('POST', '/v0/runs', run)
  await company.call('PUT', `/v0/runs/${started.run.id}/end`, { scrap: 1 })
  await company.call('POST', '/v0/runs', run)
  const pm = { alarm_type_id: 7, equipment_id: id, args: { duration: 1, duration_unit: 'days', notes: name('pm') } }
  const maintenance = await company.call<Answered<'alarm'>>('POST', '/v0/alarms', {
    ...pm,
    critical_parts: [{ id: stored.id, action: 'replace', qty: 1 }],
  })
  await company.call('PUT', `/v0/alarms/${maintenance.alarm.id}/ack`, { notes: name('ack') })
}

/** Creates an alarm of the machine with a mail to the superuser, trips it, and waits until it is tripped. */
async function trip(url: string, company: Company, machine: MadeMachine): Promise<void> {
  const { alarm } = await company.call<Answered<'alarm'>>('POST', '/v0/alarms', {
    alarm_type_id: 8,
    equipment_id: machine.equipmentId,
    args: { what: 'temperature', direction: 'above', value: 60, minutes: 0 },
    subscribe_email: true,
  })
  await send(url, machine, [{ t: Date.now(), type: 'tlm', temperature_1: 75 }])
  const isTripped = async () =>
    (await company.call<{ alarm: { tripped: boolean } }>('GET', `/v0/alarms/${alarm.id}`)).alarm.tripped
  await expect.poll(isTripped).toBe(true)
}

async function nameDisplays(company: Company, name: Naming, unit: number, machine: MadeMachine) {
  const rights = { may_give_reasons: true, may_count_scrap: true, may_set_runs: true }
  const made = async (page: string, place: object) =>
    (
      await company.call<Answered<'kiosk'>>('POST', '/v0/kiosks', {
        name: name(page.slice(0, 4)),
        page,
        ...place,
        ...rights,
      })
    ).kiosk.id
  const ofMachine = { equipment_id: machine.equipmentId }
  const ofUnit = { org_unit_id: unit }
  return {
    operator: await made('operator', ofMachine),
    machine: await made('machine', ofMachine),
    unit: await made('unit', ofUnit),
    wall: await made('wall', ofUnit),
  }
}

/** Creates a company, gives a hostile name to every object in it, and checks that dangerous addresses are refused. */
export async function furnish(url: string, name: Naming): Promise<Furnished> {
  const { owner, id: companyId } = await companyApart(url, name('company'))
  const company = await signIn(url, owner.username, owner.password)
  const unit = await company.unit(name('unit'))
  await company.unit(name('line'), unit)
  const machine = await company.machine(name('machine'), unit)
  await nameSetUp(company, name, machine)
  await nameWork(url, company, name, machine)
  await trip(url, company, machine)
  const enabled = { equipment_enabled: true, org_unit_enabled: true }
  const page = { name: name('addin'), ...enabled }
  for (const index_url of [SCRIPT_ADDRESS, 'data:text/html,<script>top.__hit=1</script>'])
    await refuses(company, 'POST', '/v0/addins', { ...page, index_url })
  const { addin } = await company.call<Answered<'addin'>>('POST', '/v0/addins', {
    ...page,
    index_url: 'https://addin.example/%22%3E%3Cscript%3E',
  })
  const invited = `${randomBytes(4).toString('hex')}@apart.example`
  await company.call('POST', '/v0/users', {
    username: invited,
    first_name: ofPerson(name('first')),
    last_name: ofPerson(name('last')),
  })
  for (const cadence of ['daily', 'weekly']) await company.call('POST', '/v0/user/report', { cadence })
  const detail = `${MARKUP} [${name('link')}](${SCRIPT_ADDRESS}) ![picture](${SCRIPT_ADDRESS})`
  await millwatch('notify', '--title', name('news'), '--detail', detail, '--company', companyId)
  const displays = await nameDisplays(company, name, unit, machine)
  return { owner, company, companyId, unit, machine, displays, addin: addin.id, invited }
}
