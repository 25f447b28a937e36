import { describe, expect, it } from 'vitest'
import { settingsFor } from './settings-entries.ts'

const person = { id: 1, company_id: 7, is_admin: false, is_superuser: false }
const pathsOf = (user: typeof person, catchesMail = false) =>
  settingsFor(user, catchesMail).map((group) => [group.title, ...group.entries.map((entry) => entry.path)])

describe('Settings', () => {
  it('of a regular user hold the company, alarms and devices', () => {
    expect(pathsOf(person, true)).toEqual([['Manage Organization', '/setup/c/7', '/setup/alarms', '/setup/devices']])
  })

  it('of an admin hold tags, parts, reasons, templates, displays, keys, the log and the members', () => {
    expect(pathsOf({ ...person, is_admin: true }, true)).toEqual([
      [
        'Manage Organization',
        '/setup/c/7',
        '/setup/alarms',
        '/setup/devices',
        '/setup/tags',
        '/setup/parts',
        '/setup/reasons',
        '/setup/schedules',
        '/setup/kiosks',
        '/setup/keys',
        '/setup/audit',
      ],
      ['Manage Your Team', '/setup/users'],
    ])
  })

  it('of a superuser hold all, and the mail where it is caught', () => {
    const superuser = { ...person, is_admin: true, is_superuser: true }
    expect(pathsOf(superuser)).toEqual([
      [
        'Manage Organization',
        '/setup/c/7',
        '/setup/alarms',
        '/setup/devices',
        '/setup/tags',
        '/setup/parts',
        '/setup/reasons',
        '/setup/schedules',
        '/setup/kiosks',
        '/setup/keys',
        '/setup/webhooks',
        '/setup/audit',
        '/setup/errors',
      ],
      ['Manage Your Team', '/setup/users', '/setup/users/new', '/setup/groups'],
    ])
    expect(pathsOf(superuser, true)[0]).toContain('/setup/mail')
  })
})
