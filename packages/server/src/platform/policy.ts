import { mayDo, reachesOwner } from './access.ts'
import type { Actor } from './ctx.ts'
import { Forbidden, NotFound } from './errors.ts'
import type { KioskRule, PolicyRow } from './policy-row.ts'

/** Rule for operations that a display may always do, whatever its page. */
const anywhere: KioskRule = { about: [] }
const ofMachine: KioskRule = { about: [{ at: 'params.id', is: 'equipment' }] }
const ofMachines: KioskRule = { about: [{ at: 'query.ids', is: 'equipment' }] }
const ofUnit: KioskRule = { about: [{ at: 'params.id', is: 'org_unit' }] }
const ofUnits: KioskRule = { about: [{ at: 'query.ids', is: 'org_unit' }] }

/** Policy table: one row per operation says who may do it. A route whose operation has no row stops the start. */
export const policy = {
  'health.read': { least: 'public', scope: 'none', rate: 'public' },
  'metrics.read': { least: 'public', scope: 'none', rate: 'public' },
  'docs.read': { least: 'public', scope: 'none', rate: 'public' },
  'page.read': { least: 'public', scope: 'none', rate: 'public' },

  'session.create': { least: 'public', scope: 'self', rate: 'sign_in', audit: true },
  'session.end': { least: 'user', scope: 'self', rate: 'write', audit: true },
  'user.self.read': { least: 'user', scope: 'self', rate: 'read' },
  'session.list': { least: 'user', scope: 'self', rate: 'read', owner: 'own' },
  'session.end_one': { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  'session.end_others': { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  'session.renew': { least: 'user', scope: 'self', rate: 'read', kiosk: anywhere },
  'session.handoff': { least: 'user', scope: 'self', rate: 'write', audit: true },
  'session.exchange': { least: 'public', scope: 'self', rate: 'sign_in', audit: true },
  'password.request': { least: 'public', scope: 'self', rate: 'sign_in' },
  'password.verify': { least: 'public', scope: 'self', rate: 'sign_in' },
  'password.reset': { least: 'public', scope: 'self', rate: 'sign_in', audit: true },
  'password.change': { least: 'user', scope: 'self', rate: 'write', audit: true },
  'mail.read': { least: 'superuser', scope: 'company', rate: 'read', listable: false },
  'user.list': { least: 'user', scope: 'company', rate: 'read', fields: ['email'], listable: false },
  'user.create': {
    least: 'superuser',
    scope: 'company',
    rate: 'write',
    audit: true,
    fields: ['email'],
    listable: false,
  },
  'user.update': {
    least: 'user',
    scope: 'company',
    rate: 'write',
    audit: true,
    fields: ['email'],
    owner: 'own_or_admin',
    listable: false,
  },
  'user.delete': { least: 'superuser', scope: 'company', rate: 'write', audit: true, listable: false },
  'invitation.list': { least: 'user', scope: 'self', rate: 'read', owner: 'own' },
  'invitation.accept': { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  'invitation.decline': { least: 'user', scope: 'self', rate: 'write', audit: true, owner: 'own' },
  'roster.list': { least: 'user', scope: 'company', rate: 'read', fields: ['email'], listable: false },
  'roster.create': {
    least: 'superuser',
    scope: 'company',
    rate: 'write',
    audit: true,
    fields: ['email'],
    listable: false,
  },
  'roster.update': {
    least: 'superuser',
    scope: 'company',
    rate: 'write',
    audit: true,
    fields: ['email'],
    listable: false,
  },
  'roster.delete': { least: 'superuser', scope: 'company', rate: 'write', audit: true, listable: false },
  'roster.user.add': {
    least: 'superuser',
    scope: 'company',
    rate: 'write',
    audit: true,
    fields: ['email'],
    listable: false,
  },
  'roster.user.update': {
    least: 'superuser',
    scope: 'company',
    rate: 'write',
    audit: true,
    fields: ['email'],
    listable: false,
  },
  'roster.user.remove': { least: 'superuser', scope: 'company', rate: 'write', audit: true, listable: false },
  'company.update': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'company.logo.read': { least: 'user', scope: 'company', rate: 'read', kiosk: anywhere },
  'company.logo.update': { least: 'admin', scope: 'company', rate: 'heavy', audit: true },
  'company.logo.delete': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'addin.list': { least: 'user', scope: 'company', rate: 'read' },
  'addin.create': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'addin.update': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'addin.delete': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'addin.sso': { least: 'user', scope: 'company', rate: 'write', listable: false },
  'client_error.report': { least: 'user', scope: 'company', rate: 'write', kiosk: anywhere },
  'client_error.list': { least: 'superuser', scope: 'company', rate: 'read' },
  'notification.list': { least: 'user', scope: 'company', rate: 'read' },
  'notification.ack': { least: 'user', scope: 'company', rate: 'write', listable: false },
  'setup.read': { least: 'public', scope: 'none', rate: 'public' },
  'setup.check': { least: 'public', scope: 'none', rate: 'sign_in' },
  'setup.create': { least: 'public', scope: 'none', rate: 'sign_in', audit: true },
  'kiosk.list': { least: 'admin', scope: 'company', rate: 'read', listable: false },
  'kiosk.create': { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  'kiosk.code': { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  'kiosk.revoke': { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  'kiosk.self.read': { least: 'kiosk', scope: 'company', rate: 'read', kiosk: anywhere },
  'api_key.list': { least: 'admin', scope: 'company', rate: 'read', listable: false },
  'api_key.create': { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  'api_key.revoke': { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  'audit.read': { least: 'admin', scope: 'company', rate: 'read', listable: false },
  'audit.export': { least: 'admin', scope: 'company', rate: 'heavy', listable: false },
  'device.claim_code.create': { least: 'admin', scope: 'company', rate: 'write', audit: true, listable: false },
  'device.claim': { least: 'public', scope: 'none', rate: 'sign_in', audit: true },
  'device.revoke_key': { least: 'admin', scope: 'company', rate: 'write', audit: true },

  'company.read': { least: 'user', scope: 'company', rate: 'read' },
  'org_unit.read': { least: 'user', scope: 'company', rate: 'read', kiosk: ofUnit, fields: ['money'] },
  'org_unit.create': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'org_unit.update': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'org_unit.remove': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'org_unit.utilization': { least: 'user', scope: 'company', rate: 'read', kiosk: ofUnits, fields: ['money'] },
  'org_unit.utilization.shares': { least: 'user', scope: 'company', rate: 'heavy' },
  'org_unit.status.read': { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofUnit },
  'equipment.read': { least: 'user', scope: 'company', rate: 'read', kiosk: ofMachine, fields: ['money'] },
  'equipment.create': { least: 'admin', scope: 'company', rate: 'write', audit: true, fields: ['money'] },
  'equipment.update': { least: 'admin', scope: 'company', rate: 'write', audit: true, fields: ['money'] },
  'equipment.remove': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'equipment.archive': { least: 'admin', scope: 'company', rate: 'write', audit: true, fields: ['money'] },
  'equipment.utilization': { least: 'user', scope: 'company', rate: 'read', kiosk: ofMachines, fields: ['money'] },
  'equipment.utilization.series': {
    least: 'user',
    scope: 'company',
    rate: 'read',
    kiosk: ofMachines,
    fields: ['money'],
  },
  'equipment.utilization.account': { least: 'user', scope: 'company', rate: 'heavy' },
  'equipment.utilization.detail': { least: 'user', scope: 'company', rate: 'read', kiosk: ofMachine },
  'equipment.drawn.read': { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachines },
  'equipment.status.read': { least: 'user', scope: 'company', rate: 'read', kiosk: ofMachine },
  'equipment.data.read': { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachine },
  'equipment.data.summary': { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachine },
  'equipment.data.paged': { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachine, fields: ['money'] },
  'status.read': {
    least: 'user',
    scope: 'company',
    rate: 'read',
    kiosk: { about: [{ at: 'params.id', is: 'stop' }] },
  },
  'status.annotate': {
    least: 'user',
    scope: 'company',
    rate: 'write',
    audit: true,
    kiosk: { about: [{ at: 'params.id', is: 'stop' }], needs: 'reasons', only: ['status_reason_id'] },
  },
  'status.ignore': { least: 'superuser', scope: 'company', rate: 'write', audit: true, via: 'field' },
  'reason.list': {
    least: 'user',
    scope: 'company',
    rate: 'read',
    kiosk: { about: [{ at: 'query.equipId', is: 'equipment' }], needs: 'reasons' },
  },
  'reason.create': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'reason.update': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'tag.list': { least: 'user', scope: 'company', rate: 'read' },
  'tag.create': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'tag.update': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'run.start': { least: 'user', scope: 'company', rate: 'write', audit: true },
  'run.update': { least: 'user', scope: 'company', rate: 'write', audit: true },
  'run.end': { least: 'user', scope: 'company', rate: 'write', audit: true },
  'run.scrap': {
    least: 'user',
    scope: 'company',
    rate: 'write',
    audit: true,
    kiosk: { about: [{ at: 'params.id', is: 'run' }], needs: 'scrap' },
  },
  'equipment.runs.read': { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachine },
  'org_unit.runs.read': { least: 'user', scope: 'company', rate: 'heavy' },
  'equipment.xsfdt.read': { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachine },
  'org_unit.xsfdt.read': { least: 'user', scope: 'company', rate: 'heavy' },
  'equipment.restatements.read': { least: 'user', scope: 'company', rate: 'heavy' },
  'category.read': { least: 'user', scope: 'company', rate: 'read' },
  'category.create': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'manufacturer.read': { least: 'user', scope: 'company', rate: 'read' },
  'manufacturer.create': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'model.read': { least: 'user', scope: 'company', rate: 'read' },
  'model.create': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'time_zone.read': { least: 'user', scope: 'company', rate: 'read' },
  'company.devices.read': { least: 'user', scope: 'company', rate: 'read' },
  'company.equipment.read': { least: 'user', scope: 'company', rate: 'read', fields: ['money'] },
  'company.org_units.read': { least: 'user', scope: 'company', rate: 'read' },
  'device.create': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'device.read': { least: 'user', scope: 'company', rate: 'read' },
  'device.update': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'device.reassign': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'device.remove': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'device.rotate_key': { least: 'admin', scope: 'company', rate: 'write', audit: true },

  'quarantine.read': { least: 'user', scope: 'company', rate: 'read' },
  'quarantine.release': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'clock_reset.release': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'clock_reset.discard': { least: 'admin', scope: 'company', rate: 'write', audit: true },

  'org_unit.schedule.update': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'equipment.schedule.update': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'schedule_template.read': { least: 'user', scope: 'company', rate: 'read' },
  'schedule_template.create': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'schedule_template.update': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'schedule_template.delete': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'org_unit.shifts.read': { least: 'user', scope: 'company', rate: 'heavy' },
  'equipment.shifts.read': { least: 'user', scope: 'company', rate: 'heavy', kiosk: ofMachine },
  'org_unit.lost_time.read': { least: 'user', scope: 'company', rate: 'heavy' },

  'device.config.read': { least: 'device', scope: 'device', rate: 'read' },
  'shift.insert': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'shift.update': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'shift.delete': { least: 'admin', scope: 'company', rate: 'write', audit: true },
  'job.read': { least: 'user', scope: 'company', rate: 'read' },

  'verification.read': { least: 'admin', scope: 'company', rate: 'read' },
  'verification.create': { least: 'admin', scope: 'company', rate: 'heavy', audit: true },

  'ingest.receive': { least: 'device', scope: 'device', rate: 'write' },
  // A display can join only the rooms of its page.
  'live.connect': { least: 'user', scope: 'company', rate: 'read', kiosk: anywhere, via: 'socket' },
  'live.leave': { least: 'user', scope: 'company', rate: 'read', kiosk: anywhere, via: 'socket' },
  'live.join.equipment': { least: 'user', scope: 'company', rate: 'read', kiosk: anywhere, via: 'socket' },
  'live.join.org_unit': { least: 'user', scope: 'company', rate: 'read', kiosk: anywhere, via: 'socket' },
  'live.join.device': { least: 'user', scope: 'company', rate: 'read', via: 'socket' },
  'live.join.company': { least: 'user', scope: 'company', rate: 'read', via: 'socket' },
  'live.join.job': { least: 'user', scope: 'company', rate: 'read', via: 'socket' },
  'live.join.user': { least: 'user', scope: 'self', rate: 'read', via: 'socket' },
} as const satisfies Record<string, PolicyRow>

export type Operation = keyof typeof policy

/** Operations that write without an entry in the audit log, with the reason. Every other call but GET adds an entry. */
export const unaudited: Readonly<Partial<Record<Operation, string>>> = {
  'ingest.receive': 'What machines say is kept itself, as events',
  'session.renew': 'Changes nothing but how long the session lasts, which the session says',
  'password.request': 'Nobody is to learn from a record whether somebody is known; the mail is kept',
  'setup.check': 'Changes nothing; before the first company there is no log to write in',
  'addin.sso': 'Changes nothing: a proof of who asks, for five minutes, each time an add-in is shown',
  'client_error.report': 'Is a record itself',
  'notification.ack': 'Is kept itself: who was shown what, and when',
}

export function isOperation(name: unknown): name is Operation {
  return typeof name === 'string' && Object.hasOwn(policy, name)
}

/** Returns the row of an operation; throws for one without a row, a mistake of the program that is found at start. */
export function rowOf(operation: string): PolicyRow {
  if (!isOperation(operation)) throw new Error(`Operation ${operation} has no row in the policy table`)
  return policy[operation]
}

/** Returns true if an operation only reads. */
export function reads(operation: string): boolean {
  return rowOf(operation).audit === undefined && !(isOperation(operation) && operation in unaudited)
}

/**
 * Returns the fault in the row of a call with this method, or null: a call that writes must be audited or be listed as
 * unaudited.
 */
export function faultOf(operation: string, method: string): string | null {
  if (!isOperation(operation)) return `${operation} has no row in the policy table`
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead === reads(operation)) return null
  return isRead
    ? `${operation} reads, and its row says that it writes`
    : `${operation} writes, and its row has no audit name`
}

/** Returns true if an actor may do an operation at all. */
export function may(actor: Actor, operation: Operation): boolean {
  return mayDo(actor, operation, policy[operation], reads)
}

/**
 * Throws Forbidden unless the actor may do the operation; Millwatch itself (command line, demo, timers) always may.
 * `ownerId` is the owner of the thing, where the row has an owner rule: it throws NotFound or Forbidden for things of
 * other people.
 */
export function allow(actor: Actor, operation: Operation, ownerId?: number): void {
  if (!may(actor, operation)) throw new Forbidden()
  if (ownerId === undefined) return
  const verdict = reachesOwner(actor, policy[operation], ownerId)
  if (verdict === 'absent') throw new NotFound()
  if (verdict === 'forbidden') throw new Forbidden()
}
