// A company in which people and devices gave hostile names and texts to everything that has a name or a text.
import { randomBytes } from 'node:crypto'
import { type Company, createCompany, type MadeMachine, withNewPassword } from '@millwatch/lab/product/company'
import { sendEvents } from '@millwatch/lab/product/send-events'
import { cycles } from './device.ts'
import { allNames, HostileNames, MARKUP } from './hostile-names.ts'
import { millwatch } from './operator.ts'
import type { Person } from './people.ts'
import { sendSpells } from './spells.ts'

/** Origin of the page of the hostile add-in; a test answers for it. */
export const ADDIN_ORIGIN = 'https://hostile-addin.example'

export interface HostileCompany {
  readonly company: Company
  readonly companyId: string
  readonly people: Readonly<Record<'superuser' | 'admin' | 'user', Person>>
  readonly unitId: number
  readonly machine: MadeMachine
  readonly alarmId: number
  readonly addinId: number
  readonly webhookId: number
  /** Codes of the links of displays, by page. */
  readonly displays: Readonly<Record<'operator' | 'machine' | 'unit' | 'wall', string>>
}

type Call = Company['call']

async function member(call: Call, names: readonly string[], username: string, role: 'admin' | 'user'): Promise<Person> {
  const password = `given ${randomBytes(6).toString('hex')} 1`
  // Names of people cannot change the direction of text.
  const [first_name = '', last_name = ''] = names.map((name) => name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, ''))
  const wanted = { username, first_name, last_name, password }
  const { user } = await call<{ user: { id: number } }>('POST', '/v0/users', wanted)
  if (role === 'admin') await call('PUT', `/v0/users/${user.id}`, { is_admin: true })
  return { username, password }
}

/** Gives a member the password that they have now, because pages ask for one at the first sign-in. */
async function settle(url: string, { username, password }: Person): Promise<Person> {
  return { username, password: (await withNewPassword(url, username, password)).password }
}

async function fillLists(call: Call, unit: number): Promise<{ tagIds: number[]; reasonIds: number[] }> {
  const names = new HostileNames()
  const reasonIds: number[] = []
  for (const [index, reason] of names.list(8).entries()) {
    const groupName = index < 4 ? MARKUP : 'constructor'
    const made = await call<{ reason: { id: number } }>('POST', '/v0/reasons', {
      reason,
      groupName,
      orgUnitIds: [unit],
    })
    reasonIds.push(made.reason.id)
    if (index < 3) await call('PUT', `/v0/reasons/${made.reason.id}`, { favorite: true })
  }
  const tagIds: number[] = []
  for (const name of names.list(6))
    tagIds.push((await call<{ tag: { id: number } }>('POST', '/v0/tags', { name, groupName: MARKUP })).tag.id)
  const schedule_json_local = { 1: [[21600, 50400, 1]] }
  for (const name of names.list(3))
    await call('POST', '/v0/scheduletemplates', { template: { name, type: 'weekly', schedule_json_local } })
  return { tagIds, reasonIds }
}

async function fillPrograms(call: Call): Promise<{ addinId: number; webhookId: number }> {
  const names = new HostileNames()
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  for (const name of names.list(3)) await call('POST', '/v0/api_keys', { name, expires_at })
  const webhookIds: number[] = []
  for (const name of names.list(3)) {
    const url = `https://pager.example/"><img%20src=x%20onerror=hit(7)>?${encodeURIComponent(name)}`
    webhookIds.push((await call<{ webhook: { id: number } }>('POST', '/v0/webhooks', { name, url })).webhook.id)
  }
  const addinIds: number[] = []
  for (const name of names.list(3)) {
    const index_url = `${ADDIN_ORIGIN}/?'onload=hit(8)//%22%3E`
    const enabled = { equipment_enabled: true, org_unit_enabled: true }
    const wanted = { name, index_url, icon_url: `${ADDIN_ORIGIN}/i.svg?'onerror='hit(9)`, ...enabled }
    addinIds.push((await call<{ addin: { id: number } }>('POST', '/v0/addins', wanted)).addin.id)
  }
  for (const words of [MARKUP, allNames()])
    await call('POST', '/v0/client-errors', {
      ...{ version: MARKUP.slice(0, 40), route: `/o/1?${MARKUP}`, message: words.slice(0, 4000), stack: words },
      browser: MARKUP,
    })
  return { addinId: addinIds[0] ?? 0, webhookId: webhookIds[0] ?? 0 }
}

/** Conversion of an analog input that changes nothing. */
const scaled = { scale: 1, offset: 0 }

async function fillMachines(url: string, company: Company, unit: number): Promise<MadeMachine[]> {
  const names = new HostileNames()
  const call = company.call.bind(company)
  const { category } = await call<{ category: { id: number } }>('POST', '/v0/equip/categories', { name: MARKUP })
  const made = await call<{ manufacturer: { id: number } }>('POST', '/v0/equip/manufacturers', { name: MARKUP })
  const manufacturer_id = made.manufacturer.id
  const { model } = await call<{ model: { id: number } }>('POST', '/v0/equip/models', {
    number: MARKUP,
    manufacturer_id,
  })
  const machines: MadeMachine[] = []
  for (const name of names.list(6)) {
    const machine = await company.machine(name, unit, {
      analog_in_1_config: { ...scaled, unit: '<img src=x onerror=hit(10)>' },
    })
    const lists = { category_id: category.id, manufacturer_id, model_id: model.id }
    await call('PUT', `/v0/e/${machine.equipmentId}`, lists)
    const spells = [
      [300, 'running'],
      [90, 'down'],
      [50, 'running'],
      [41, 'down'],
      [10, 'running'],
    ] as const
    await sendSpells(url, machine, spells)
    machines.push(machine)
  }
  const [first] = machines
  if (first === undefined) throw new Error('No machines')
  const text = MARKUP.slice(0, 60)
  const t = Date.now()
  const unreadable = [{ t, type: MARKUP }, { t, type: 'input', input: text.slice(0, 30), value: 7 }, MARKUP]
  const ping = { t, type: 'ping', ip: text, firmware: text } as const
  await sendEvents(url, first, [ping, { t, type: 'input', input: '<svg onload=hit(11)>', value: 1 }], {
    batchId: MARKUP,
  })
  await sendEvents(url, first, unreadable as never[], { batchId: `${MARKUP} 2` })
  return machines
}

interface Annotated {
  readonly equipId: number
  readonly reasonIds: readonly number[]
}

/** Gives the stops of a machine reasons and notes; returns the id of the last stop. */
async function annotate(call: Call, { equipId, reasonIds }: Annotated): Promise<number> {
  const startDate = new Date(Date.now() - 86_400_000).toISOString()
  const path = `/v0/e/${equipId}/reports/xsfdt?startDate=${startDate}`
  const { fields, data } = await call<{ fields: string[]; data: number[][] }>('GET', path)
  const ids = data.map((row) => row[fields.indexOf('id')] ?? 0)
  for (const [index, id] of ids.entries()) {
    await call('PUT', `/v0/status/${id}`, { status_reason_id: reasonIds[index] })
    await call('PUT', `/v0/status/${id}`, { notes: allNames() })
  }
  return ids.at(-1) ?? 0
}

/** Makes parts with history, maintenance that was done, and an alarm that tripped and was acknowledged. */
async function fillAlarms(url: string, call: Call, machine: MadeMachine, statusLogId: number): Promise<number> {
  const equipment_id = machine.equipmentId
  const partIds: number[] = []
  for (const number of new HostileNames().list(4)) {
    const wanted = {
      number,
      description: allNames().slice(0, 500),
      url: "https://parts.example/?'onmouseover=hit(12)//%22%3E",
    }
    partIds.push((await call<{ part: { id: number } }>('POST', '/v0/parts', wanted)).part.id)
  }
  const partId = partIds[0] ?? 0
  const on = { equipId: equipment_id, statusLogId, partId }
  await call('POST', '/v0/parthistory', { ...on, action: 'replace', qty: 1 })
  const args = { duration: 1, duration_unit: 'months' }
  const critical_parts = [{ id: partId, action: 'replace', qty: 1 }]
  const pm = { alarm_type_id: 7, equipment_id, args, critical_parts }
  const { alarm: maintenance } = await call<{ alarm: { id: number } }>('POST', '/v0/alarms', pm)
  await call('PUT', `/v0/alarms/${maintenance.id}/ack`, { notes: allNames() })
  const hot = { what: 'temperature', direction: 'above', value: 60, minutes: 0 }
  const wanted = { alarm_type_id: 8, equipment_id, args: hot, subscribe_email: true }
  const { alarm } = await call<{ alarm: { id: number } }>('POST', '/v0/alarms', wanted)
  await sendEvents(url, machine, [{ t: Date.now(), type: 'tlm', temperature_1: 75 }])
  return alarm.id
}

/** Makes groups with their members, and a run that is complete and mailed to one of them. */
async function fillRuns(
  url: string,
  call: Call,
  machines: readonly MadeMachine[],
  tags: readonly number[],
): Promise<void> {
  const { user } = await call<{ user: { id: number } }>('GET', '/v0/user')
  const groups: number[] = []
  for (const name of new HostileNames().list(4)) {
    const { roster } = await call<{ roster: { id: number } }>('POST', '/v0/rosters', { name })
    await call('POST', `/v0/rosters/${roster.id}/users`, { user_id: user.id })
    groups.push(roster.id)
  }
  const [first, second] = machines
  if (first === undefined || second === undefined) throw new Error('No machines')
  const run = { partsPerCycle: 1, notifyRosterIds: groups.slice(0, 1) }
  await call('POST', '/v0/runs', { ...run, equipId: first.equipmentId, tags: tags.slice(0, 3), cyclesTotal: 5000 })
  const startedAt = new Date(Date.now() - 60_000).toISOString()
  await call('POST', '/v0/runs', {
    ...run,
    equipId: second.equipmentId,
    tags: tags.slice(3),
    cyclesTotal: 2,
    startedAt,
  })
  await sendEvents(url, second, cycles(2, 1, Date.now()))
}

async function fillDisplays(call: Call, unit: number, machine: MadeMachine): Promise<HostileCompany['displays']> {
  const [a = '', b = '', c = '', d = ''] = new HostileNames().list(4)
  const may = { may_give_reasons: true, may_count_scrap: true }
  const make = async (page: string, name: string, subject: object) =>
    (await call<{ code: string }>('POST', '/v0/kiosks', { name, page, ...subject, ...may })).code
  const [onMachine, onUnit] = [{ equipment_id: machine.equipmentId }, { org_unit_id: unit }]
  return {
    operator: await make('operator', a, onMachine),
    machine: await make('machine', b, onMachine),
    unit: await make('unit', c, onUnit),
    wall: await make('wall', d, onUnit),
  }
}

/** Makes the company. All texts go through the calls that people and devices use. */
export async function makeHostileCompany(url: string): Promise<HostileCompany> {
  const tag = randomBytes(4).toString('hex')
  const superuser = { username: `=o'hara+${tag}@hostile.example` }
  const company = await createCompany(url, millwatch, { name: MARKUP, admin: superuser.username })
  const call = company.call.bind(company)
  const { user } = await call<{ user: { id: number } }>('GET', '/v0/user')
  await call('PUT', `/v0/users/${user.id}`, { first_name: MARKUP, last_name: '=1+1' })
  const names = new HostileNames()
  const admin = await member(call, names.list(2), `{{7*7}}.${tag}@hostile.example`, 'admin')
  const person = await member(call, names.list(5).slice(3), `person.${tag}@hostile.example`, 'user')
  for (const [index, name] of names.list(12).entries())
    await member(call, [name, name], `extra${index}.${tag}@hostile.example`, 'user')
  await call('POST', '/v0/users', { username: `later.${tag}@hostile.example`, first_name: MARKUP, last_name: MARKUP })
  const unitNames = names.list(6)
  const unitId = await company.unit(unitNames[0] ?? '')
  for (const name of unitNames.slice(1)) await company.unit(name, unitId)
  const { tagIds, reasonIds } = await fillLists(call, unitId)
  const machines = await fillMachines(url, company, unitId)
  const [machine] = machines
  if (machine === undefined) throw new Error('No machines')
  const stopId = await annotate(call, { equipId: machine.equipmentId, reasonIds })
  const alarmId = await fillAlarms(url, call, machine, stopId)
  await fillRuns(url, call, machines, tagIds)
  const programs = await fillPrograms(call)
  await millwatch('notify', '--title', MARKUP, '--detail', allNames(), '--company', company.id)
  return {
    company,
    companyId: company.id,
    people: {
      superuser: { username: company.username, password: company.password },
      admin: await settle(url, admin),
      user: await settle(url, person),
    },
    unitId,
    machine,
    alarmId,
    ...programs,
    displays: await fillDisplays(call, unitId, machine),
  }
}
