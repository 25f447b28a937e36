import { useNavigate } from 'react-router'
import { useThemeChoice } from '../features/identity/user.ts'
import { personName } from '../lib/person-name.ts'
import { useShownTheme } from '../scope/preferences.ts'
import { Button } from '../ui/button.tsx'
import { PersonIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import type { SessionUser } from './user.ts'

/** Menu of the signed-in person with settings, theme, list of keys, and Logout. */
export function UserMenu({
  user,
  onSignOut,
  onHelp,
}: {
  user: SessionUser
  onSignOut: () => void
  onHelp: () => void
}) {
  const theme = useShownTheme()
  const setTheme = useThemeChoice(user)
  const navigate = useNavigate()
  const name = personName(user)
  const settings = [
    { key: 'settings', words: 'Settings', act: () => void navigate('/setup/user') },
    {
      key: 'theme',
      words: theme === 'dark' ? 'Light theme' : 'Dark theme',
      act: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    { key: 'keys', words: 'Keys and signs', extra: '?', act: onHelp },
  ]
  const head = (
    <div className="muted stack flush">
      <b className="value">{name}</b>
      <span>{user.username}</span>
    </div>
  )
  return (
    <Menu
      label="User menu"
      placement="bottom end"
      head={head}
      groups={[settings, [{ key: 'logout', words: 'Logout', act: onSignOut }]]}
    >
      <Button plain className="user-button" aria-label={`User menu, ${name}`}>
        <PersonIcon />
        <span className="cut user-name">{name}</span>
      </Button>
    </Menu>
  )
}
