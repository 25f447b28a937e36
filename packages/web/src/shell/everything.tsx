import { listMails } from '@millwatch/contract/http/notices'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useThemeChoice } from '../features/identity/user.ts'
import { companyQuery } from '../features/tree/queries.ts'
import { toggleFullscreen } from '../lib/use-fullscreen.ts'
import { setupQuery } from '../scope/installation.ts'
import { usePaths } from '../scope/links.ts'
import { useShownTheme } from '../scope/preferences.ts'
import { reportsOf } from '../scope/reports.ts'
import { useMay } from '../scope/rights.ts'
import { pathOfSubject, type Subject, subjectOf } from '../scope/subject.ts'
import { mayGoFullscreen } from './page-menu.tsx'
import { submenus } from './page-menu-panels.ts'
import { Palette } from './palette.tsx'
import { entriesOfSettings, entriesOfTree } from './palette-entries.ts'
import type { Entry } from './palette-find.ts'
import { usePagePanel } from './use-page-panel.ts'
import type { SessionUser } from './user.ts'

interface EverythingProps {
  user: SessionUser
  open: boolean
  onClose: () => void
  onSearch: () => void
  onHelp: () => void
  onSignOut: () => void
  inputRef: React.RefObject<HTMLInputElement | null>
}

/** Palette (`Ctrl K`) with the machines, units, pages and actions that the person may open. */
export function Everything({ open, onClose, inputRef, ...rest }: EverythingProps) {
  // The entries, which may be hundreds, are made when it is opened.
  const shared = { onClose, inputRef }
  return open ? <Opened {...rest} {...shared} /> : <Palette open={false} entries={[]} {...shared} />
}

function Opened({ onClose, inputRef, ...rest }: Omit<EverythingProps, 'open'>) {
  const places = usePlaces(rest.user)
  const actions = useActions(rest)
  return <Palette open entries={[...actions, ...places]} onClose={onClose} inputRef={inputRef} />
}

function usePlaces(user: SessionUser): readonly Entry[] {
  const navigate = useNavigate()
  const paths = usePaths()
  const { data: company } = useQuery(companyQuery)
  const may = useMay()
  const { data: installation } = useQuery({ ...setupQuery, enabled: may(listMails) })
  return useMemo(() => {
    const going = { ...paths, go: (path: string) => void navigate(path) }
    const pages = entriesOfSettings(user, installation?.demo === true, going)
    return [...(company === undefined ? [] : entriesOfTree(company.tree, going)), ...pages]
  }, [company, installation, user, paths, navigate])
}

type Actions = Omit<EverythingProps, 'open' | 'onClose' | 'inputRef'>

/**
 * Returns the actions for the palette: first reports, alarms and panels of the current page, then full screen if the page allows
 * it, search, theme, help and sign-out.
 */
function useActions({ user, onSearch, onHelp, onSignOut }: Actions): readonly Entry[] {
  const { pathname } = useLocation()
  const pagePanel = usePagePanel()
  const theme = useShownTheme()
  const setTheme = useThemeChoice(user)
  const subject = subjectOf(pathname)
  const navigate = useNavigate()
  const paths = usePaths()
  const entry = (words: string, act: () => void, about = 'Action'): Entry => ({ key: words, words, about, act })
  const panels = submenus
    .filter((submenu) => subject !== undefined && submenu.isFor(subject))
    .map(({ name, title }) => entry(title, () => pagePanel.show(name), 'Of this page'))
  const ofPage = subject === undefined ? [] : reportsOf(subject)
  const insights = ofPage.map(({ name, title }) =>
    entry(title, () => void navigate(paths.report(subject as Subject, name)), 'Report of this page'),
  )
  const alarms =
    subject === undefined
      ? []
      : [
          entry('Alarms page', () => void navigate(paths.page(`${pathOfSubject(subject)}/alarms`)), 'Of this page'),
          entry(
            'Preventative Maintenance',
            () => void navigate(paths.page(`${pathOfSubject(subject)}/pm`)),
            'Of this page',
          ),
        ]
  const otherTheme = theme === 'dark' ? 'light' : 'dark'
  return [
    ...insights,
    ...alarms,
    ...panels,
    ...(mayGoFullscreen(pathname) ? [entry('Enter Fullscreen Mode', toggleFullscreen, 'f')] : []),
    entry('Search company tree', onSearch, '/'),
    entry(theme === 'dark' ? 'Light theme' : 'Dark theme', () => setTheme(otherTheme)),
    entry('Keys and signs', onHelp, '?'),
    entry('Logout', onSignOut),
  ]
}
