import { listApiKeys } from '@millwatch/contract/http/api-keys'
import { listAudit } from '@millwatch/contract/http/audit'
import { listClientErrors } from '@millwatch/contract/http/client-errors'
import { createRoster } from '@millwatch/contract/http/groups'
import { listKiosks } from '@millwatch/contract/http/kiosks'
import { createUser, updateUser } from '@millwatch/contract/http/members'
import { listMails, listWebhooks } from '@millwatch/contract/http/notices'
import { createPart } from '@millwatch/contract/http/parts'
import { createTag } from '@millwatch/contract/http/runs-tags'
import { createScheduleTemplate } from '@millwatch/contract/http/schedules'
import { createReason } from '@millwatch/contract/http/stops-reasons'
import { partyOfUser } from '@millwatch/contract/party'
import { may } from '@millwatch/domain/identity'
import { otherPerson } from '../scope/rights.ts'
import type { SessionUser } from './user.ts'

export interface SettingsEntry {
  readonly path: string
  readonly words: string
}

export interface SettingsGroup {
  readonly title: 'Manage Organization' | 'Manage Your Team'
  readonly entries: readonly SettingsEntry[]
}

type Asker = Pick<SessionUser, 'company_id'> & Parameters<typeof partyOfUser>[0]

const isEntry = (entry: SettingsEntry | false): entry is SettingsEntry => entry !== false

/**
 * Returns the entries of Settings that the person may open, in groups; the group of the team only for people who may change
 * members. `catchesMail` is true in an installation that keeps mails instead of sending them, and has a page with these.
 */
export function settingsFor(user: Asker, catchesMail: boolean): readonly SettingsGroup[] {
  const party = partyOfUser(user)
  const mayChangeMembers = may(party, updateUser, otherPerson)
  const organization = [
    { path: `/setup/c/${user.company_id}`, words: 'Company' },
    { path: '/setup/alarms', words: 'Alarms' },
    { path: '/setup/devices', words: 'Devices' },
    may(party, createTag) && { path: '/setup/tags', words: 'Tags' },
    may(party, createPart) && { path: '/setup/parts', words: 'Critical Parts' },
    may(party, createReason) && { path: '/setup/reasons', words: 'Downtime Reasons' },
    may(party, createScheduleTemplate) && { path: '/setup/schedules', words: 'Schedule Templates' },
    may(party, listKiosks) && { path: '/setup/kiosks', words: 'Kiosk displays' },
    may(party, listApiKeys) && { path: '/setup/keys', words: 'API keys' },
    may(party, listWebhooks) && { path: '/setup/webhooks', words: 'Webhooks' },
    may(party, listAudit) && { path: '/setup/audit', words: 'Audit log' },
    may(party, listMails) && catchesMail && { path: '/setup/mail', words: 'Mail of the demo' },
    may(party, listClientErrors) && { path: '/setup/errors', words: 'Page errors' },
  ].filter(isEntry)
  const team = [
    { path: '/setup/users', words: 'Members' },
    may(party, createUser) && { path: '/setup/users/new', words: 'Add a Team Member' },
    may(party, createRoster) && { path: '/setup/groups', words: 'Groups' },
  ].filter(isEntry)
  return [
    { title: 'Manage Organization', entries: organization },
    ...(mayChangeMembers ? [{ title: 'Manage Your Team' as const, entries: team }] : []),
  ]
}
