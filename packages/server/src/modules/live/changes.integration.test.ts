import * as identity from '@millwatch/contract/http/identity'
import { createKiosk } from '@millwatch/contract/http/kiosks'
import { createOrgUnit } from '@millwatch/contract/http/tree'
import type { CompanyFact, Fact, MachineFact } from '@millwatch/domain/facts'
import { appWithCompany } from '@millwatch/lab/app/app-with-company'
import { companyWithPeople, machineWithDevice } from '@millwatch/lab/app/inject-app'
import { type LiveClient, openLive } from '@millwatch/lab/app/live-client'
import { afterEach, expect, test, vi } from 'vitest'
import { asSystem } from '../../platform/ctx.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'

const { t, company: acme, token: admin } = await appWithCompany()
const { httpUrl: url } = await t.listen()
const globex = await companyWithPeople(t, 'globex')
const hallBody = { name: 'Hall', parent_id: acme.rootOrgUnitId }
const hall = (await t.ask(createOrgUnit, { token: admin, body: hallBody })).orgUnit.id
const press = await machineWithDevice(t, admin, hall, 'Press')
const saw = await machineWithDevice(t, admin, acme.rootOrgUnitId, 'Saw')
const open: LiveClient[] = []

afterEach(() => {
  for (const client of open.splice(0)) client.close()
})

/** Connects with a token, joins the rooms, and returns the facts received since, in order. */
async function listen(
  token: string,
  rooms: readonly string[],
): Promise<{ facts: () => unknown[]; client: LiveClient }> {
  const client = await openLive(url, { auth: { token } })
  if (client === null) throw new Error('The server refused the connection')
  open.push(client)
  for (const room of rooms) expect([room, await client.join(room)]).toEqual([room, 'joined'])
  const facts = () => client.messages.filter(({ event }) => event === 'changed').map(({ message }) => message.fact)
  return { facts, client }
}

async function display(page: 'machine' | 'unit', id: number): Promise<string> {
  const subject = page === 'machine' ? { equipment_id: id } : { org_unit_id: id }
  const body = { name: `Display ${page}`, page, may_give_reasons: false, may_count_scrap: false, ...subject }
  const { code } = await t.ask(createKiosk, { token: admin, body })
  const entered = await t.ask(identity.exchangeCode, { body: { code } })
  if (!('token' in entered) || entered.token === undefined) throw new Error('The display got no token')
  return entered.token
}

const state = (fact: Fact, companyId = acme.companyId) =>
  asSystem({ database: t.db.database, clock: t.clock }, companyId, (ctx) => stateFact(ctx, fact))

const machineFacts = (id: number): readonly MachineFact[] => [
  { kind: 'stop.annotated', equipmentIds: [id], stopId: 1 },
  { kind: 'run.started', equipmentIds: [id], runId: 1 },
  { kind: 'run.changed', equipmentIds: [id], runId: 1 },
  { kind: 'run.ended', equipmentIds: [id], runId: 1 },
  { kind: 'schedule.changed', equipmentIds: [id], orgUnitIds: [] },
  { kind: 'shift.edited', equipmentIds: [id], jobId: 1 },
  { kind: 'setting.changed', equipmentIds: [id] },
  { kind: 'tree.changed', equipmentIds: [id], orgUnitIds: [] },
  { kind: 'device.changed', equipmentIds: [id], deviceId: 1 },
  { kind: 'quarantine.changed', equipmentIds: [id], deviceId: 1 },
  { kind: 'alarm.changed', equipmentIds: [id], alarmId: 1 },
  { kind: 'part_history.changed', equipmentIds: [id], historyId: 1 },
]
/** Facts whose subject everybody of the company may see. */
const commonFacts: readonly CompanyFact[] = [
  { kind: 'reason.changed', reasonId: 1 },
  { kind: 'tag.changed', tagId: 1 },
  { kind: 'part.changed', partId: 1 },
  { kind: 'template.changed', templateId: 1 },
  { kind: 'list.changed' },
  { kind: 'company.changed' },
  { kind: 'addin.changed', addinId: 1 },
  { kind: 'group.changed', groupId: 1 },
  { kind: 'member.changed', userId: 999_999 },
  { kind: 'notification.published', notificationId: 1 },
]
const adminFacts: readonly CompanyFact[] = [
  { kind: 'kiosk.changed', kioskId: 1 },
  { kind: 'api_key.changed', apiKeyId: 1 },
  { kind: 'webhook.changed', webhookId: 1 },
]
const kindsOf = (facts: readonly Fact[]) => facts.map((fact) => fact.kind)
/** Fact that every listener of a company gets, so that after it all earlier ones have arrived. */
const last: Fact = { kind: 'reason.changed', reasonId: 2 }
const soon = { timeout: 20_000, interval: 20 }
const arrived = (listener: { facts: () => unknown[] }) =>
  vi.waitFor(() => expect(listener.facts().filter((kind) => kind === last.kind)).not.toEqual([]), soon)

test('People get what they may see in their company, admins also what only admins may see, and nobody gets it twice', async () => {
  const company = `company:${acme.companyId}`
  const pages = [`e:${press.id}`, `o:${hall}`, `o:${acme.rootOrgUnitId}`]
  const user = await listen(await t.signIn(acme.emailOf('user')), [company, ...pages])
  const boss = await listen(admin, [company, `admins:${acme.companyId}`, ...pages])
  const stated = [...machineFacts(press.id), ...machineFacts(saw.id), ...adminFacts, ...commonFacts.slice(1), last]
  for (const fact of stated) await state(fact)
  await Promise.all([arrived(user), arrived(boss)])
  const forAdmins = new Set<string>(kindsOf(adminFacts))
  expect(boss.facts().toSorted()).toEqual(kindsOf(stated).toSorted())
  expect(user.facts().toSorted()).toEqual(
    kindsOf(stated)
      .filter((kind) => !forAdmins.has(kind))
      .toSorted(),
  )
  expect(await user.client.join(`admins:${acme.companyId}`)).toBe('refused')
})

test('Another company gets nothing, even about a machine of the same number', async () => {
  const theirs = await listen(await t.signIn(globex.emailOf('superuser')), [
    `company:${globex.companyId}`,
    `admins:${globex.companyId}`,
    `o:${globex.rootOrgUnitId}`,
  ])
  for (const fact of [...machineFacts(press.id), ...commonFacts, ...adminFacts]) await state(fact)
  await state(last, globex.companyId)
  await arrived(theirs)
  expect(theirs.facts()).toEqual([last.kind])
})

test('A display gets the facts about its page and the reasons it offers, and none about other machines or people', async () => {
  const ofPress = await listen(await display('machine', press.id), [`e:${press.id}`])
  const ofHall = await listen(await display('unit', hall), [`o:${hall}`])
  const others = [
    ...machineFacts(saw.id),
    ...adminFacts,
    ...commonFacts.filter((fact) => fact.kind !== 'company.changed'),
  ]
  for (const fact of [...machineFacts(press.id), ...others.filter((fact) => fact.kind !== last.kind)]) await state(fact)
  await state(last)
  await Promise.all([arrived(ofPress), arrived(ofHall)])
  const expected = [...kindsOf(machineFacts(press.id)), last.kind].toSorted()
  await vi.waitFor(() => expect(ofHall.facts().toSorted()).toEqual(expected), soon)
  expect(ofPress.facts().toSorted()).toEqual(expected)
  for (const { message } of [...ofPress.client.messages, ...ofHall.client.messages])
    expect(message.equipment_ids ?? []).not.toContain(saw.id)
})
