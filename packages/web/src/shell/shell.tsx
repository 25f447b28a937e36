import './shell.css'
import { joinAdmins } from '@millwatch/contract/other-operations'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useSearchParams } from 'react-router'
import { STILL_SIGNED_IN, signOut } from '../features/identity/sign-out.ts'
import { useLeftJobMessages } from '../features/reports/left-jobs.ts'
import { toggleFullscreen, useIsFullscreen } from '../lib/use-fullscreen.ts'
import { useIsLost } from '../live/connection.ts'
import { openLive } from '../live/socket.ts'
import { useChanges, useOwnRooms } from '../live/use-changes.ts'
import { DeferredScope } from '../scope/page-scope.tsx'
import { usePlace } from '../scope/place.ts'
import { usePreferences } from '../scope/preferences.ts'
import { useMay } from '../scope/rights.ts'
import { userQuery } from '../scope/session.ts'
import { useSubject } from '../scope/subject.ts'
import { typeInto, useTypedAhead } from '../ui/type-into.ts'
import { useKeys } from '../ui/use-keys.ts'
import { useIsNarrow } from '../ui/use-media.ts'
import { useToast } from '../ui/use-toast.tsx'
import { Everything } from './everything.tsx'
import { Header } from './header.tsx'
import { Help } from './help.tsx'
import { LostNote } from './lost-note.tsx'
import { isOperatorPath } from './operator-path.ts'
import { mayGoFullscreen, PageMenu } from './page-menu.tsx'
import { PagePanel } from './page-panel.tsx'
import { NewRelease } from './release/new-release.tsx'
import { useReloadWhenOld } from './release/use-reload-when-old.ts'
import { ScopeBar } from './scope-bar/scope-bar.tsx'
import { ServerWarning } from './server-warning.tsx'
import { Sidebar } from './sidebar.tsx'
import { UnsavedEntries } from './unsaved-entries.tsx'
import { useDocumentForAddins } from './use-document-for-addins.ts'
import { useLightPaper } from './use-light-paper.ts'
import { usePagePanel } from './use-page-panel.ts'
import { usePageScroll } from './use-page-scroll.ts'
import { usePaletteKey } from './use-palette-key.ts'
import { ownerOfUser, useSending } from './use-sending.ts'
import { useSidePanel } from './use-side-panel.ts'
import type { SessionUser } from './user.ts'

/** Opens the live connection while a user is signed in, and reads data again that others change. */
function useLive(user: SessionUser): void {
  const client = useQueryClient()
  useChanges()
  const may = useMay()
  useOwnRooms(user, may(joinAdmins))
  useEffect(() => openLive(() => void client.invalidateQueries({ queryKey: userQuery.queryKey })), [client])
}

/**
 * Returns true if the left sidebar is open (the user's choice in a wide window, closed at first in a narrow one), and its setter.
 */
function useTreeOpen(narrow: boolean): [boolean, (open: boolean) => void] {
  const { treeOpen, setTreeOpen } = usePreferences()
  const [overlay, setOverlay] = useState(false)
  return narrow ? [overlay, setOverlay] : [treeOpen, setTreeOpen]
}

export function Shell({ user }: { user: SessionUser }) {
  useLive(user)
  useLeftJobMessages()
  useLightPaper()
  const narrow = useIsNarrow()
  const fullscreen = useIsFullscreen()
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const subject = useSubject()
  const pagePanel = usePagePanel()
  const [treeOpen, setTreeOpen] = useTreeOpen(narrow)
  const [panel, setPanel] = useSidePanel(pathname)
  const [menuOpen, setMenuOpen] = useState(false)
  const [over, setOver] = useState<'help' | 'palette'>()
  const searchRef = useRef<HTMLInputElement>(null)
  const paletteRef = useRef<HTMLInputElement>(null)
  const pageRef = useRef<HTMLElement>(null)
  usePageScroll(pageRef)
  useTypedAhead()
  const lost = useIsLost()
  const isMissing = usePlace((place) => place.isMissing)
  const isOperator = isOperatorPath(pathname)
  const sidebars = !fullscreen && !isOperator && !search.has('hidesidebar')
  useReloadWhenOld(isOperator)
  useDocumentForAddins()
  useSending(ownerOfUser(user))
  const toast = useToast()
  const leave = () => signOut().catch((error: Error) => toast.failed(STILL_SIGNED_IN, error))
  const searchTree = (): void => {
    setTreeOpen(true)
    setPanel('tree')
    if (sidebars) typeInto(() => searchRef.current)
  }
  useKeys({
    '/': searchTree,
    f: () => mayGoFullscreen(pathname) && toggleFullscreen(),
    '?': () => setOver('help'),
  })
  const openPalette = (): void => {
    setOver('palette')
    typeInto(
      () => paletteRef.current,
      () => setOver(undefined),
    )
  }
  usePaletteKey(() => (over === 'palette' ? setOver(undefined) : openPalette()))
  return (
    <div className="column tall shell" data-lost={lost && !isOperator}>
      <a className="skip-link no-print" href="#main">
        Skip to the page
      </a>
      {!isOperator && (
        <Header
          scope={<ScopeBar />}
          user={user}
          treeOpen={treeOpen}
          menuOpen={menuOpen}
          sidebars={sidebars}
          narrow={narrow}
          fullscreen={fullscreen}
          settingsOpen={treeOpen && panel === 'settings'}
          onTree={() => {
            setTreeOpen(!treeOpen)
            if (narrow) setMenuOpen(false)
          }}
          onSettings={() => {
            setTreeOpen(true)
            setPanel('settings')
          }}
          onMenu={() => {
            setMenuOpen(!menuOpen)
            if (narrow) setTreeOpen(false)
          }}
          onLeaveFullscreen={toggleFullscreen}
          onSignOut={() => void leave()}
          onHelp={() => setOver('help')}
        />
      )}
      {!isOperator && <UnsavedEntries />}
      <DeferredScope className="grow anchor shell-body" isLost={lost && !isOperator}>
        {sidebars && (
          <Sidebar
            user={user}
            open={treeOpen}
            overlay={narrow}
            panel={panel}
            onPanel={setPanel}
            onClose={() => setTreeOpen(false)}
            searchRef={searchRef}
          />
        )}
        <main className="grow scroll anchor main" id="main" tabIndex={-1} ref={pageRef}>
          {lost && !isOperator && <LostNote />}
          {!isOperator && <ServerWarning />}
          <Outlet />
        </main>
        {sidebars && !isMissing && pagePanel.open !== undefined && subject !== undefined && (
          <PagePanel
            submenu={pagePanel.open}
            subject={subject}
            overlay={narrow}
            onClose={() => {
              pagePanel.show(undefined)
              pageRef.current?.focus()
            }}
          />
        )}
        {sidebars && !isMissing && (!narrow || menuOpen) && (
          <PageMenu
            open={menuOpen}
            narrow={narrow}
            onToggle={() => setMenuOpen(!menuOpen)}
            onChosen={() => narrow && setMenuOpen(false)}
            onFullscreen={() => {
              setMenuOpen(false)
              toggleFullscreen()
            }}
          />
        )}
      </DeferredScope>
      {narrow && menuOpen && sidebars && (
        <button
          type="button"
          className="scrim no-print"
          aria-label="Close the page menu"
          onClick={() => setMenuOpen(false)}
        />
      )}
      <Help open={over === 'help'} onClose={() => setOver(undefined)} />
      <Everything
        user={user}
        open={over === 'palette'}
        onClose={() => setOver(undefined)}
        onSearch={searchTree}
        onHelp={() => setOver('help')}
        onSignOut={() => void leave()}
        inputRef={paletteRef}
      />
      {!isOperator && <NewRelease />}
    </div>
  )
}
