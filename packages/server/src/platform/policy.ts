import type { Actor } from './ctx.ts'
import { Forbidden } from './errors.ts'
import type { Role } from './tables.ts'

/** The least a caller must be: nobody in particular, a device with its key, or a member of the company by role. */
export type Least = 'public' | 'device' | Role

/**
 * What a call reaches: nothing that is anybody's, the caller's own sessions and person, the caller's company, or the
 * sending device. Things of another company do not exist for the caller, whatever the role.
 */
export type Scope = 'none' | 'self' | 'company' | 'device'

export interface PolicyRow {
  readonly least: Least
  readonly scope: Scope
}

/** Who may do what: one row per operation. A route whose operation has no row stops the start. */
export const policy = {
  'health.read': { least: 'public', scope: 'none' },
  'metrics.read': { least: 'public', scope: 'none' },
  'docs.read': { least: 'public', scope: 'none' },
  'page.read': { least: 'public', scope: 'none' },

  'session.create': { least: 'public', scope: 'self' },
  'session.end': { least: 'user', scope: 'self' },
  'user.self.read': { least: 'user', scope: 'self' },
  'session.list': { least: 'user', scope: 'self' },
  'session.end_one': { least: 'user', scope: 'self' },
  'session.end_others': { least: 'user', scope: 'self' },
  'session.renew': { least: 'user', scope: 'self' },
  'session.handoff': { least: 'user', scope: 'self' },
  'session.exchange': { least: 'public', scope: 'self' },
  'password.request': { least: 'public', scope: 'self' },
  'password.verify': { least: 'public', scope: 'self' },
  'password.reset': { least: 'public', scope: 'self' },
  'password.change': { least: 'user', scope: 'self' },
  'mail.read': { least: 'superuser', scope: 'company' },
  'user.list': { least: 'user', scope: 'company' },
  'user.create': { least: 'superuser', scope: 'company' },
  'user.update': { least: 'user', scope: 'company' },
  'user.delete': { least: 'superuser', scope: 'company' },
  'invitation.list': { least: 'user', scope: 'self' },
  'invitation.accept': { least: 'user', scope: 'self' },
  'invitation.decline': { least: 'user', scope: 'self' },
  'roster.list': { least: 'user', scope: 'company' },
  'roster.create': { least: 'superuser', scope: 'company' },
  'roster.update': { least: 'superuser', scope: 'company' },
  'roster.delete': { least: 'superuser', scope: 'company' },
  'roster.user.add': { least: 'superuser', scope: 'company' },
  'roster.user.update': { least: 'superuser', scope: 'company' },
  'roster.user.remove': { least: 'superuser', scope: 'company' },
  'company.update': { least: 'admin', scope: 'company' },
  'company.logo.read': { least: 'user', scope: 'company' },
  'company.logo.update': { least: 'admin', scope: 'company' },
  'company.logo.delete': { least: 'admin', scope: 'company' },
  'addin.list': { least: 'user', scope: 'company' },
  'addin.create': { least: 'admin', scope: 'company' },
  'addin.update': { least: 'admin', scope: 'company' },
  'addin.delete': { least: 'admin', scope: 'company' },
  'addin.sso': { least: 'user', scope: 'company' },
  'client_error.report': { least: 'user', scope: 'company' },
  'client_error.list': { least: 'superuser', scope: 'company' },
  'setup.read': { least: 'public', scope: 'none' },
  'setup.check': { least: 'public', scope: 'none' },
  'setup.create': { least: 'public', scope: 'none' },
  'kiosk.list': { least: 'admin', scope: 'company' },
  'kiosk.create': { least: 'admin', scope: 'company' },
  'kiosk.code': { least: 'admin', scope: 'company' },
  'kiosk.revoke': { least: 'admin', scope: 'company' },
  'kiosk.self.read': { least: 'user', scope: 'company' },
  'api_key.list': { least: 'admin', scope: 'company' },
  'api_key.create': { least: 'admin', scope: 'company' },
  'api_key.revoke': { least: 'admin', scope: 'company' },
  'audit.read': { least: 'admin', scope: 'company' },
  'audit.export': { least: 'admin', scope: 'company' },
  'device.claim_code.create': { least: 'admin', scope: 'company' },
  'device.claim': { least: 'public', scope: 'none' },
  'device.revoke_key': { least: 'admin', scope: 'company' },

  'company.read': { least: 'user', scope: 'company' },
  'org_unit.read': { least: 'user', scope: 'company' },
  'org_unit.create': { least: 'admin', scope: 'company' },
  'org_unit.update': { least: 'admin', scope: 'company' },
  'org_unit.remove': { least: 'admin', scope: 'company' },
  'org_unit.utilization': { least: 'user', scope: 'company' },
  'org_unit.status.read': { least: 'user', scope: 'company' },
  'equipment.read': { least: 'user', scope: 'company' },
  'equipment.create': { least: 'admin', scope: 'company' },
  'equipment.update': { least: 'admin', scope: 'company' },
  'equipment.remove': { least: 'admin', scope: 'company' },
  'equipment.archive': { least: 'admin', scope: 'company' },
  'equipment.utilization': { least: 'user', scope: 'company' },
  'equipment.utilization.series': { least: 'user', scope: 'company' },
  'equipment.utilization.detail': { least: 'user', scope: 'company' },
  'equipment.status.read': { least: 'user', scope: 'company' },
  'equipment.data.read': { least: 'user', scope: 'company' },
  'equipment.data.summary': { least: 'user', scope: 'company' },
  'equipment.data.paged': { least: 'user', scope: 'company' },
  'status.annotate': { least: 'user', scope: 'company' },
  'status.ignore': { least: 'superuser', scope: 'company' },
  'reason.list': { least: 'user', scope: 'company' },
  'reason.create': { least: 'admin', scope: 'company' },
  'reason.update': { least: 'admin', scope: 'company' },
  'tag.list': { least: 'user', scope: 'company' },
  'tag.create': { least: 'admin', scope: 'company' },
  'tag.update': { least: 'admin', scope: 'company' },
  'run.start': { least: 'user', scope: 'company' },
  'run.update': { least: 'user', scope: 'company' },
  'run.end': { least: 'user', scope: 'company' },
  'run.scrap': { least: 'user', scope: 'company' },
  'equipment.runs.read': { least: 'user', scope: 'company' },
  'org_unit.runs.read': { least: 'user', scope: 'company' },
  'equipment.xsfdt.read': { least: 'user', scope: 'company' },
  'org_unit.xsfdt.read': { least: 'user', scope: 'company' },
  'equipment.restatements.read': { least: 'user', scope: 'company' },
  'category.read': { least: 'user', scope: 'company' },
  'category.create': { least: 'admin', scope: 'company' },
  'manufacturer.read': { least: 'user', scope: 'company' },
  'manufacturer.create': { least: 'admin', scope: 'company' },
  'model.read': { least: 'user', scope: 'company' },
  'model.create': { least: 'admin', scope: 'company' },
  'time_zone.read': { least: 'user', scope: 'company' },
  'company.devices.read': { least: 'user', scope: 'company' },
  'company.equipment.read': { least: 'user', scope: 'company' },
  'company.org_units.read': { least: 'user', scope: 'company' },
  'device.create': { least: 'admin', scope: 'company' },
  'device.read': { least: 'user', scope: 'company' },
  'device.update': { least: 'admin', scope: 'company' },
  'device.reassign': { least: 'admin', scope: 'company' },
  'device.remove': { least: 'admin', scope: 'company' },
  'device.rotate_key': { least: 'admin', scope: 'company' },

  'quarantine.read': { least: 'user', scope: 'company' },
  'quarantine.release': { least: 'admin', scope: 'company' },

  'org_unit.schedule.update': { least: 'admin', scope: 'company' },
  'equipment.schedule.update': { least: 'admin', scope: 'company' },
  'schedule_template.read': { least: 'user', scope: 'company' },
  'schedule_template.create': { least: 'admin', scope: 'company' },
  'schedule_template.update': { least: 'admin', scope: 'company' },
  'schedule_template.delete': { least: 'admin', scope: 'company' },
  'org_unit.shifts.read': { least: 'user', scope: 'company' },
  'equipment.shifts.read': { least: 'user', scope: 'company' },
  'org_unit.lost_time.read': { least: 'user', scope: 'company' },

  'device.config.read': { least: 'device', scope: 'device' },
  'shift.insert': { least: 'admin', scope: 'company' },
  'shift.update': { least: 'admin', scope: 'company' },
  'shift.delete': { least: 'admin', scope: 'company' },
  'job.read': { least: 'user', scope: 'company' },

  'verification.read': { least: 'admin', scope: 'company' },
  'verification.create': { least: 'admin', scope: 'company' },

  'ingest.receive': { least: 'device', scope: 'device' },
  'live.join': { least: 'user', scope: 'company' },
} as const satisfies Record<string, PolicyRow>

export type Operation = keyof typeof policy

const rank: Record<Role, number> = { user: 1, admin: 2, superuser: 3 }

export function isOperation(name: unknown): name is Operation {
  return typeof name === 'string' && Object.hasOwn(policy, name)
}

/** The row of an operation; one without a row is a mistake of the program, found at start. */
export function rowOf(operation: string): PolicyRow {
  if (!isOperation(operation)) throw new Error(`Operation ${operation} has no row in the policy table`)
  return policy[operation]
}

/** Whether a role reaches what a row asks for. */
export function mayDo(role: Role, row: PolicyRow): boolean {
  return row.least === 'public' || (row.least !== 'device' && rank[role] >= rank[row.least])
}

/** Throws Forbidden unless the actor may do this; the program itself (command line, demo, timers) may. */
export function allow(actor: Actor, operation: Operation): void {
  if (actor.kind === 'system') return
  const row: PolicyRow = policy[operation]
  if (actor.kind === 'device' ? row.least !== 'device' : !mayDo(actor.role, row)) throw new Forbidden()
}
