import type { SessionUser } from './user.ts'

export interface SettingsEntry {
  readonly path: string
  readonly words: string
}

export interface SettingsGroup {
  readonly title: 'Manage Organization' | 'Manage Your Team'
  readonly entries: readonly SettingsEntry[]
}

type Asker = Pick<SessionUser, 'company_id' | 'is_admin' | 'is_superuser'>

const isEntry = (entry: SettingsEntry | false): entry is SettingsEntry => entry !== false

/**
 * Returns the entries of Settings for the user's role. `catchesMail`: the demo keeps its mails instead of sending
 * them.
 */
export function settingsFor(user: Asker, catchesMail: boolean): readonly SettingsGroup[] {
  const { is_superuser: isSuperuser } = user
  const isAdmin = user.is_admin || isSuperuser
  const organization = [
    { path: `/setup/c/${user.company_id}`, words: 'Company' },
    isAdmin && { path: '/setup/kiosks', words: 'Kiosk displays' },
    isAdmin && { path: '/setup/keys', words: 'API keys' },
    isAdmin && { path: '/setup/audit', words: 'Audit log' },
    isSuperuser && catchesMail && { path: '/setup/mail', words: 'Mail of the demo' },
    isSuperuser && { path: '/setup/errors', words: 'Page errors' },
  ].filter(isEntry)
  const team = [
    { path: '/setup/users', words: 'Members' },
    isSuperuser && { path: '/setup/users/new', words: 'Add a Team Member' },
    isSuperuser && { path: '/setup/groups', words: 'Groups' },
  ].filter(isEntry)
  return [
    { title: 'Manage Organization', entries: organization },
    ...(isAdmin ? [{ title: 'Manage Your Team' as const, entries: team }] : []),
  ]
}
