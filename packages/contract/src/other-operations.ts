import type { Policy } from '@millwatch/domain/identity'
import { anywhere } from './kiosk-rules.ts'

/** Operation with a policy that is not an endpoint: a page, an event of the live connection, or the right to one field. */
interface OtherOperation<O extends string = string> {
  readonly operation: O
  readonly policy: Policy
}

const other = <const O extends string>(operation: O, policy: Policy): OtherOperation<O> => ({ operation, policy })

const joinable: Policy = { least: 'user', scope: 'company', rate: 'read', via: 'socket' }
const joinableByDisplays: Policy = { ...joinable, kiosk: anywhere }

export const readMetrics = other('metrics.read', { least: 'public', scope: 'none', rate: 'public' })
export const readDocs = other('docs.read', { least: 'public', scope: 'none', rate: 'public' })
export const readPage = other('page.read', { least: 'public', scope: 'none', rate: 'public' })

/**
 * Right to change the field `xsf_report_ignored` of a stop, needed in addition to the right to the call that changes the field.
 */
export const ignoreStop = other('status.ignore', {
  least: 'superuser',
  scope: 'company',
  rate: 'write',
  audit: true,
  via: 'field',
})

export const connectLive = other('live.connect', joinableByDisplays)
export const leaveRoom = other('live.leave', joinableByDisplays)
/** Right to join the room of a machine. A kiosk display may join it only if the machine belongs to its page. */
export const joinEquipment = other('live.join.equipment', joinableByDisplays)
/** Right to join the room of a unit. A kiosk display may join it only if the unit belongs to its page. */
export const joinOrgUnit = other('live.join.org_unit', joinableByDisplays)
export const joinDevice = other('live.join.device', joinable)
export const joinCompany = other('live.join.company', joinable)
export const joinAdmins = other('live.join.admins', { ...joinable, least: 'admin' })
export const joinJob = other('live.join.job', joinable)
export const joinUser = other('live.join.user', { ...joinable, scope: 'self' })

/**
 * Right to create, change and delete preventative maintenance and its subscriptions, also those of other people. Calls about
 * alarms need this right in addition if the alarm is of a maintenance type.
 */
export const manageMaintenance = other('alarm.maintenance', {
  least: 'admin',
  scope: 'company',
  rate: 'write',
  audit: true,
  via: 'field',
})
