import { type ChangeRoom, roomOfAdmins, roomOfCompany, roomOfUser } from '@millwatch/contract/live'
import type { CompanyFact, MachineFact } from '@millwatch/domain/facts'

/** Fact that browsers receive as a `changed` message. */
export type ChangedFact = MachineFact | CompanyFact

/**
 * Receivers of the message about a change. `members`: all signed-in people of the company, and displays whose page shows a
 * machine or unit of the fact. `pages`: these people and all displays. `admins`: the admins.
 */
type Audience = 'members' | 'pages' | 'admins'

const audiences: Readonly<Record<ChangedFact['kind'], Audience>> = {
  'stop.annotated': 'members',
  'run.started': 'members',
  'run.changed': 'members',
  'run.ended': 'members',
  'schedule.changed': 'members',
  'shift.edited': 'members',
  'shift.locked': 'members',
  'shift.unlocked': 'members',
  'setting.changed': 'members',
  'tree.changed': 'members',
  'device.changed': 'members',
  'quarantine.changed': 'members',
  'alarm.changed': 'members',
  'part_history.changed': 'members',
  'reason.changed': 'pages',
  'tag.changed': 'members',
  'part.changed': 'members',
  'template.changed': 'members',
  'list.changed': 'members',
  'company.changed': 'pages',
  'addin.changed': 'members',
  'group.changed': 'members',
  'kiosk.changed': 'admins',
  'api_key.changed': 'admins',
  'webhook.changed': 'admins',
  'member.changed': 'members',
  'notification.published': 'members',
}

/** Kinds of facts after which a listener may no longer be allowed to be connected or in a room. */
const ofAccess: ReadonlySet<ChangedFact['kind']> = new Set([
  'tree.changed',
  'device.changed',
  'company.changed',
  'member.changed',
  'kiosk.changed',
])

export const mayEndAccess = (fact: ChangedFact): boolean => ofAccess.has(fact.kind)

/**
 * Returns the room of signed-in people to which a fact is published: that of the company's admins if only they may read the
 * subject, else that of all its members.
 */
export const roomOfPeople = (companyId: number, fact: ChangedFact): ChangeRoom =>
  audiences[fact.kind] === 'admins' ? roomOfAdmins(companyId) : roomOfCompany(companyId)

/** Returns the room of the user whom a fact is about; undefined for a fact that is not about a person. */
export const roomOfPerson = (fact: ChangedFact): ChangeRoom | undefined =>
  fact.kind === 'member.changed' ? roomOfUser(fact.userId) : undefined

/** Returns true if every kiosk display of the company gets the fact, whatever its page. */
export const concernsEveryPage = (fact: ChangedFact): boolean => audiences[fact.kind] === 'pages'
