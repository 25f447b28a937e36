import { randomUUID } from 'node:crypto'
import { createHandoff } from '@millwatch/contract/http/identity'
import { createPairing } from '@millwatch/contract/http/kiosks'
import { unsubscribeToken } from '@millwatch/server/modules/notices/index'
import { installationSecret } from '@millwatch/server/platform/installation/store-directory'
import { Transformer } from '@napi-rs/image'
import { password } from '../app/inject-app.ts'
import { beginFactor, stepOf, switchFactorOn } from '../app/second-factor.ts'
import {
  type Arranged,
  aName,
  type Example,
  inADay,
  isTwin,
  minutesAgo,
  nothing,
  ofMachine,
  ofMachines,
  ofUnit,
} from './example.ts'
import { examplesOfAlarms } from './examples-alarms.ts'
import { examplesOfDevices } from './examples-devices.ts'
import { examplesOfPasskeys } from './examples-passkeys.ts'
import { mintPerson, mintReset } from './people.ts'
import { named } from './things.ts'

/** Returns the query of a link in a mail that stops further mails about the alarm 1 to the user of the company. */
const linkOfMail = async ({ t, by }: Arranged) => {
  const secret = await installationSecret(t.db.database, 'notices')
  const { companyId, people } = by
  return { token: unsubscribeToken(secret, { companyId, userId: people.user.userId, about: 'alarm', id: 1 }) }
}

const png = (): Promise<Buffer> => Transformer.fromRgbaPixels(new Uint8Array(4 * 16 * 8).fill(180), 16, 8).png()

/** Valid calls by the name of the operation. It is the only list of them; the tests fail for an operation without an example. */
export const examples: Readonly<Record<string, Example>> = {
  'health.read': nothing,
  'health.live.read': nothing,
  'health.ready.read': nothing,
  'setup.read': nothing,
  // Set-up is already complete here, because a company exists. Other tests cover the calls before that.
  'setup.check': { body: { code: 'abcd-efgh-ijkm' }, status: 404 },
  'setup.create': {
    body: {
      ...{ code: 'abcd-efgh-ijkm', company_name: 'x', timezone: 'UTC', username: 'first@setup.example' },
      ...{ first_name: 'x', last_name: 'y', password, machine_name: 'm' },
    },
    status: 404,
  },
  'session.create': {
    body: ({ caller }) => ({ username: caller.email, password, company_id: caller.companyId }),
    none: { 'body.company_id': 'Chosen among the own ones; any other is as wrong as the password' },
  },
  'session.exchange': {
    async body({ t, by }) {
      return { code: (await t.ask(createHandoff, { token: by.people.user.token, body: {} })).code }
    },
  },
  'session.second_factor': {
    isBrief: true,
    body: async ({ t, by }) => {
      const person = await mintPerson(t, by.companyId, 'user', { name: 'factored' })
      const factor = await switchFactorOn(t, person.token)
      return { step: await stepOf(t, { username: person.email, company_id: by.companyId }), code: factor.code() }
    },
    none: { 'body.company_id': 'Chosen among the own ones; any other is as wrong as the code' },
  },
  'second_factor.read': nothing,
  'second_factor.begin': { elsewhere: true, body: { current_password: password } },
  'second_factor.confirm': {
    elsewhere: true,
    isBrief: true,
    body: async ({ t, by, caller }) => {
      if (!isTwin(by, caller)) return { code: '000000' }
      return { code: (await beginFactor(t, caller.token)).code() }
    },
  },
  'second_factor.renew_codes': { elsewhere: true, isBrief: true, body: bothProofs },
  'second_factor.end': { elsewhere: true, isBrief: true, body: bothProofs },
  'session.list': nothing,
  'session.end': { elsewhere: true },
  'session.end_others': { elsewhere: true, body: { current_password: password } },
  'session.end_one': { at: { 'params.id': 'session' }, fresh: ['session'], body: { current_password: password } },
  'session.renew': { body: {} },
  'session.handoff': { body: {} },
  'password.request': { body: { username: 'nobody@nowhere.example' }, status: 204 },
  'password.verify': { query: async ({ t, by }) => ({ token: await mintReset(t, by.people.user.userId) }) },
  'password.reset': { body: resetOfSpare },
  'password.change': { elsewhere: true, body: { current_password: password, password: `${password} 2` } },
  'mail.read': nothing,
  'webhook.list': nothing,
  'webhook.create': {
    body: ({ by }) => ({ name: named(by.mark, 'webhook'), url: 'https://webhook.example/x' }),
  },
  'webhook.delete': { at: { 'params.id': 'webhook' }, fresh: ['webhook'] },
  'webhook.deliveries.read': { at: { 'params.id': 'webhook' } },
  'webhook.delivery.retry': { at: { 'params.id': 'webhook', 'params.delivery': 'webhook_delivery' } },
  // The name does not resolve, so nothing leaves.
  'webhook.test': { at: { 'params.id': 'webhook' } },
  'notice.unsubscription.read': { query: linkOfMail },
  'notice.unsubscribe': { query: linkOfMail },

  'user.self.read': nothing,
  'user.list': nothing,
  'user.create': {
    body: () => ({
      username: `${randomUUID()}@added.example`,
      first_name: 'x',
      last_name: 'y',
      password: 'Passw0rd abc',
    }),
  },
  // The tests of the fields of this call cover changes of another member's role.
  'user.update': {
    at: { 'params.id': 'user', 'body.report_subject_org_unit_id?': 'org_unit', 'body.default_company_id?': 'company' },
    isSelf: true,
    body: { theme: 'light' },
  },
  'user.invite': { at: { 'params.id': 'mailed_invitation' }, fresh: ['mailed_invitation'] },
  'user.delete': { at: { 'params.id': 'user' }, fresh: ['user'] },
  'user.remove_second_factor': { at: { 'params.id': 'factor_holder' }, fresh: ['factor_holder'] },
  'user.end_sessions': { at: { 'params.id': 'user' }, fresh: ['user'] },
  'invitation.list': nothing,
  'invitation.accept': { at: { 'params.id': 'invitation' }, fresh: ['invitation'] },
  'invitation.decline': { at: { 'params.id': 'invitation' }, fresh: ['invitation'] },
  'roster.list': nothing,
  'roster.create': { body: aName('group') },
  'roster.update': { at: { 'params.id': 'roster' }, body: aName('group') },
  'roster.delete': { at: { 'params.id': 'roster' }, fresh: ['roster'] },
  'roster.user.add': { at: { 'params.id': 'roster', 'body.user_id': 'user' }, fresh: ['roster', 'user'] },
  'roster.user.update': {
    at: { 'params.id': 'roster', 'params.user': 'roster_user' },
    fresh: ['roster', 'roster_user'],
    body: { send_email: false },
  },
  'roster.user.remove': {
    at: { 'params.id': 'roster', 'params.user': 'roster_user' },
    fresh: ['roster', 'roster_user'],
  },

  'company.read': nothing,
  'company.update': { elsewhere: true, body: { orgUnit: { timezone: 'America/Chicago' } } },
  'company.sign_in.update': { elsewhere: true, body: { second_factor_required: true } },
  'company.settings.update': { elsewhere: true, body: { first_weekday: 1, measure_units: 'us', currency: 'EUR' } },
  'company.logo.read': nothing,
  'company.logo.update': { elsewhere: true, body: png, headers: { 'content-type': 'image/png' } },
  'company.logo.delete': { elsewhere: true },
  'company.devices.read': nothing,
  'company.equipment.read': { query: { addlProps: 'true' } },
  'company.org_units.read': nothing,
  'addin.list': nothing,
  'addin.create': {
    body: ({ by }) => ({
      ...{ name: named(by.mark, 'addin'), index_url: 'https://addin.example/x' },
      ...{ equipment_enabled: true, org_unit_enabled: false },
    }),
  },
  'addin.update': { at: { 'params.id': 'addin' }, body: ({ by }) => ({ name: named(by.mark, 'addin') }) },
  'addin.delete': { at: { 'params.id': 'addin' }, fresh: ['addin'] },
  'addin.sso': { at: { 'body.addin_id': 'addin' } },
  'client_error.report': { body: { version: '1', route: '/e/1', message: 'It broke' } },
  'client_error.list': { none: { 'query.before': 'Where a list goes on' } },
  'notification.list': nothing,
  'notification.ack': {
    at: { 'body.notificationIds[]': 'notification', 'body.alarmIds[]?': 'alarm' },
  },
  'kiosk.list': nothing,
  'kiosk.create': {
    at: { 'body.org_unit_id': 'org_unit', 'body.equipment_id?': 'equipment' },
    beside: { 'body.equipment_id': { name: 'x', page: 'machine', may_give_reasons: false, may_count_scrap: false } },
    body: ({ by }) => ({
      name: named(by.mark, 'display'),
      page: 'unit',
      may_give_reasons: false,
      may_count_scrap: false,
    }),
  },
  'kiosk.code': { at: { 'params.id': 'kiosk' } },
  'kiosk.pairing.create': { body: {} },
  'kiosk.pairing.read': {
    async body({ t }) {
      return { secret: (await t.ask(createPairing, { body: {} })).secret }
    },
  },
  'kiosk.pair': {
    at: { 'params.id': 'kiosk' },
    async body({ t }) {
      return { code: (await t.ask(createPairing, { body: {} })).code }
    },
  },
  'kiosk.revoke': { at: { 'params.id': 'kiosk' }, fresh: ['kiosk'] },
  'kiosk.self.read': nothing,
  'api_key.list': nothing,
  'api_key.create': { body: (a) => ({ name: named(a.by.mark, 'key'), expires_at: inADay(a) }) },
  'api_key.revoke': { at: { 'params.id': 'api_key' }, fresh: ['api_key'] },
  'audit.read': {
    none: { 'query.before': 'Where a list goes on', 'query.user_id': 'A filter: of another there are no entries' },
  },
  'audit.export': { query: { format: 'json' }, none: { 'query.user_id': 'A filter: of another there are no entries' } },

  'org_unit.read': ofUnit,
  'org_unit.create': { at: { 'body.parent_id': 'org_unit' }, body: aName('unit') },
  'org_unit.update': { ...ofUnit, body: aName('unit') },
  'org_unit.remove': { ...ofUnit, fresh: ['org_unit'] },
  'org_unit.utilization': { at: { 'query.ids,': 'org_unit' } },
  'org_unit.utilization.shares': ofUnit,
  'org_unit.status.read': ofUnit,
  'org_unit.runs.read': ofUnit,
  'org_unit.xsfdt.read': ofUnit,
  'org_unit.shifts.read': ofUnit,
  'org_unit.lost_time.read': ofUnit,
  'org_unit.summary.read': ofUnit,
  'org_unit.reliability.read': ofUnit,
  'org_unit.parts.read': ofUnit,
  'org_unit.schedule.update': { ...ofUnit, body: { schedule: null } },
  'equipment.read': ofMachine,
  'equipment.create': { at: { 'body.parent_id': 'org_unit' }, body: aName('machine') },
  'equipment.update': {
    at: {
      ...{ 'params.id': 'equipment', 'body.parent_org_unit_id?': 'org_unit', 'body.category_id?': 'category' },
      ...{ 'body.manufacturer_id?': 'manufacturer', 'body.model_id?': 'model' },
    },
    body: aName('machine'),
  },
  'equipment.remove': { ...ofMachine, fresh: ['equipment'] },
  'equipment.archive': { ...ofMachine, fresh: ['equipment'], body: { archived: true } },
  'equipment.utilization': ofMachines,
  'equipment.utilization.series': ofMachines,
  'equipment.utilization.detail': ofMachine,
  'equipment.utilization.account': { at: { 'params.id': 'equipment', 'query.orgUnitId?': 'org_unit' } },
  'equipment.drawn.read': { ...ofMachines, query: { width: 100 } },
  'equipment.status.read': ofMachine,
  'equipment.data.read': ofMachine,
  'equipment.data.export': { ...ofMachine, query: { format: 'json' } },
  'equipment.data.summary': ofMachine,
  'equipment.data.paged': ofMachine,
  'equipment.runs.read': ofMachine,
  'equipment.reliability.read': ofMachine,
  'equipment.xsfdt.read': ofMachine,
  'equipment.shifts.read': ofMachine,
  'equipment.parts.read': ofMachine,
  'equipment.restatements.read': ofMachine,
  'equipment.schedule.update': { ...ofMachine, body: { schedule: null } },
  'category.read': nothing,
  'category.create': { body: aName('category') },
  'manufacturer.read': nothing,
  'manufacturer.create': { body: aName('maker') },
  'model.read': nothing,
  'model.create': {
    at: { 'body.manufacturer_id?': 'manufacturer' },
    body: ({ by }) => ({ number: named(by.mark, 'model') }),
  },
  'time_zone.read': nothing,

  'status.read': { at: { 'params.id': 'stop' } },
  'status.annotate': {
    at: { 'params.id': 'stop', 'body.status_reason_id?': 'reason' },
    beside: { 'body.status_reason_id': {} },
    none: { 'body.expected_reason_id': 'Compared with what the stop has; any other than that is 409' },
    // A display may only set reasons.
    body: ({ isDisplay, things, by }) =>
      isDisplay ? { status_reason_id: things.reason } : { notes: named(by.mark, 'notes') },
  },
  'reason.list': { at: { 'query.equipId?': 'equipment' } },
  'reason.create': {
    at: { 'body.orgUnitIds[]?': 'org_unit' },
    body: ({ by }) => ({ reason: named(by.mark, 'reason') }),
  },
  'reason.update': { at: { 'params.id': 'reason', 'body.org_unit_ids[]?': 'org_unit' }, body: aName('reason') },
  'tag.list': { at: { 'query.equipId?': 'equipment' } },
  'tag.create': { at: { 'body.groupId?': 'tag_group' }, body: aName('tag') },
  'tag.update': {
    at: {
      ...{ 'params.id': 'tag', 'body.org_unit_ids[]?': 'org_unit', 'body.equipment_ids[]?': 'equipment' },
      'body.groupId?': 'tag_group',
    },
    body: aName('tag'),
  },
  'part.list': nothing,
  'equipment.parts.list': ofMachine,
  'part.create': { body: ({ by }) => ({ number: named(by.mark, 'part') }) },
  'part.update': {
    at: {
      ...{ 'params.id': 'part', 'body.attrs.org_unit_ids[]?': 'org_unit', 'body.attrs.equipment_ids[]?': 'equipment' },
      ...{ 'body.attrs.category_ids[]?': 'category', 'body.attrs.manufacturer_ids[]?': 'manufacturer' },
      'body.attrs.model_ids[]?': 'model',
    },
    fresh: ['part'],
    body: ({ by }) => ({ attrs: { number: named(by.mark, 'part') } }),
  },
  'part.delete': { at: { 'params.id': 'part' }, fresh: ['part'] },
  'part_history.create': {
    at: { 'body.equipId': 'stopped_equipment', 'body.partId': 'part', 'body.statusLogId': 'stop' },
    body: { action: 'replace', qty: 1 },
  },
  'part_history.update': {
    at: { 'params.id': 'part_history', 'body.attrs.critical_part_id?': 'part' },
    fresh: ['part_history'],
    body: { attrs: { qty: 2 } },
  },
  'part_history.delete': { at: { 'params.id': 'part_history' }, fresh: ['part_history'] },
  'run.start': {
    at: { 'body.equipId': 'equipment', 'body.tags[]': 'tag', 'body.notifyRosterIds[]?': 'roster' },
    fresh: ['equipment'],
  },
  'run.update': {
    at: { 'params.id': 'run', 'body.notifyRosterIds[]?': 'roster' },
    fresh: ['run'],
    // A display notifies nobody.
    body: ({ isDisplay, things }) => (isDisplay ? { cyclesTotal: 2000 } : { notifyRosterIds: [things.roster] }),
  },
  'run.end': { at: { 'params.id': 'run' }, fresh: ['run'], body: {} },
  'run.scrap': { at: { 'params.id': 'run' }, body: { qty: 1 } },

  ...examplesOfAlarms,
  ...examplesOfDevices,
  ...examplesOfPasskeys,

  'schedule_template.read': nothing,
  'schedule_template.create': { body: ({ by }) => ({ template: { name: named(by.mark, 'template'), type: 'daily' } }) },
  'schedule_template.update': {
    at: { 'params.id': 'template' },
    body: ({ by }) => ({ template: { name: named(by.mark, 'template') } }),
  },
  'schedule_template.delete': { at: { 'params.id': 'template' }, fresh: ['template'] },
  'shift.insert': {
    at: { 'body.insert.equipIds[]': 'equipment' },
    fresh: ['equipment'],
    body: (a) => ({ insert: { shift: 1, start: minutesAgo(a, 60), end: minutesAgo(a, 30) } }),
  },
  'shift.update': { at: { 'body.updates[].id': 'shift' }, fresh: ['shift'], body: { updates: [{ shift: 2 }] } },
  'shift.delete': { at: { 'body.shiftHistoryIds[]': 'shift' }, fresh: ['shift'] },
  'job.read': { at: { 'params.id': 'job' } },
  'verification.read': nothing,
  'verification.create': nothing,
}

/**
 * Returns a body with the password and a code. A caller from a separate company gets a second factor switched on and a valid
 * code; every other caller gets the code `000000`, which is wrong.
 */
async function bothProofs({ t, by, caller }: Arranged): Promise<Record<string, unknown>> {
  const code = isTwin(by, caller) ? (await switchFactorOn(t, caller.token)).code() : '000000'
  return { current_password: password, code }
}

/** Creates a person who is none of the callers and returns the body that uses a reset link of that person. */
async function resetOfSpare({ t, by }: Arranged): Promise<Record<string, unknown>> {
  const { userId, email } = await mintPerson(t, by.companyId, 'user', { name: 'spare' })
  return { token: await mintReset(t, userId), username: email, password: `${password} 3` }
}
