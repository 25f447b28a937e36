import { Dropdown } from 'antd'
import { useNavigate } from 'react-router'
import { useThemeChoice } from '../features/identity/user.ts'
import { usePreferences } from '../scope/preferences.ts'
import { PersonIcon } from '../ui/icons.tsx'
import type { SessionUser } from './user.ts'

const fullName = (user: SessionUser): string => `${user.first_name} ${user.last_name}`.trim() || user.username

/** Menu of the signed-in user with settings, theme and Logout. */
export function UserMenu({
  user,
  onSignOut,
  onHelp,
}: {
  user: SessionUser
  onSignOut: () => void
  onHelp: () => void
}) {
  const { theme } = usePreferences()
  const setTheme = useThemeChoice(user)
  const navigate = useNavigate()
  const name = fullName(user)
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          {
            key: 'who',
            type: 'group',
            label: (
              <div className="user-menu-who">
                <b>{name}</b>
                <span>{user.username}</span>
              </div>
            ),
          },
          { type: 'divider' },
          { key: 'settings', label: 'Settings', onClick: () => void navigate('/setup/user') },
          {
            key: 'theme',
            label: theme === 'dark' ? 'Light theme' : 'Dark theme',
            onClick: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
          },
          { key: 'keys', label: 'Keyboard', extra: '?', onClick: onHelp },
          { type: 'divider' },
          { key: 'logout', label: 'Logout', onClick: onSignOut },
        ],
      }}
    >
      <button
        type="button"
        className="button button-plain user-button"
        aria-label={`User menu, ${name}`}
        aria-haspopup="menu"
      >
        <PersonIcon />
        <span className="user-name">{name}</span>
      </button>
    </Dropdown>
  )
}
