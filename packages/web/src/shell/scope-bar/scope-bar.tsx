import './scope-bar.css'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useNow } from '../../lib/clock.ts'
import { usePlace } from '../../scope/place.ts'
import { rangeWords } from '../../scope/range-words.ts'
import { type ShownPeriod, usePeriod, useScope, useZoom } from '../../scope/scope.ts'
import { useUnread } from '../../scope/scope-store.ts'
import { type Subject, useSubject } from '../../scope/subject.ts'
import { useZone } from '../../scope/zone.ts'
import { PeriodIcon } from '../../ui/icons.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { useMedia } from '../../ui/use-media.ts'
import { useToast } from '../../ui/use-toast.tsx'
import type { Part } from './scope-drawer.tsx'
import { ShiftMenu } from './shift-menu.tsx'
import { ZoneMenu } from './zone-menu.tsx'
import { Earlier, Later, Nearer, Reset, Wider } from './zoom-buttons.tsx'

const loadDrawer = () => import('./scope-drawer.tsx')
/** Media query of a window in which the bar is one button, as there is no room for more. */
const NO_ROOM = '(width < 1024px)'
/** Delay of loading the drawer after the page, ms. */
const LATER_MS = 8000

const ScopeDrawer = lazy(async () => ({ default: (await loadDrawer()).ScopeDrawer }))

/**
 * Bar with period, shift and zone of the scope, buttons to change them, and keys for zooming and moving. Renders nothing on pages
 * of no unit or machine, on those that do not exist, and on those of alarms and of the maintenance of a unit, which have no
 * period.
 */
export function ScopeBar() {
  const { pathname } = useLocation()
  const isMissing = usePlace((place) => place.isMissing)
  const subject = useSubject()
  return subject === undefined || isMissing || isOfNow(subject, pathname) ? null : <Bar />
}

/**
 * Returns true for a page that is as things are now, whatever the period. Maintenance is, but that of a machine has its
 * reliability over the period too.
 */
const isOfNow = ({ which }: Subject, pathname: string): boolean =>
  pathname.endsWith('/alarms') || (which === 'o' && pathname.endsWith('/pm'))

const unreadWords: Readonly<Record<string, string>> = {
  period: 'period',
  from: 'period',
  to: 'period',
  shift: 'shift',
  tz: 'time zone',
  day: 'start of the day',
}

/** Shows a message about address parameters that were invalid, since the page then shows the defaults. Each is reported once. */
function useUnreadNotice(): void {
  const toast = useToast()
  const unread = useUnread((state) => state.unread)
  useEffect(() => {
    if (unread.length === 0) return
    const words = [...new Set(unread.map((name) => unreadWords[name] ?? 'way of showing'))].join(', ')
    toast.failed(`This address has no valid ${words}. The usual one is shown`)
    useUnread.setState({ unread: [] })
  }, [toast, unread])
}

function Bar() {
  useUnreadNotice()
  const zone = useZone()
  const { timezone } = useScope()
  const isZoneKnown = usePlace((place) => place.zone !== undefined) || timezone !== null
  const narrow = useMedia(NO_ROOM)
  const zoom = useZoom(zone)
  const [part, setPart] = useState<Part>()
  const [opened, setOpened] = useState(false)
  useKeys({
    '[': () => zoom.pan(-1),
    ']': () => zoom.pan(1),
    '+': zoom.zoomIn,
    '=': zoom.zoomIn,
    '-': zoom.zoomOut,
    '0': zoom.resetZoom,
  })
  const toast = useToast()
  // So that it can be opened without connection too.
  useEffect(() => {
    const timer = setTimeout(() => void loadDrawer().catch(() => undefined), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  const open = (wanted: Part): void => {
    loadDrawer().then(
      () => {
        setOpened(true)
        setPart(wanted)
      },
      () => toast.failed('No connection: another period can be chosen when it is back'),
    )
  }
  return (
    <section
      className="line scope-bar"
      aria-label="Period"
      data-zone-known={isZoneKnown}
      // Only a button that opens the drawer loads it: the code would delay the click on any other.
      onPointerOver={({ target }) =>
        (target as Element).closest('[aria-haspopup]') && void loadDrawer().catch(() => undefined)
      }
    >
      {narrow ? (
        <PeriodButton zone={zone} narrow onClick={() => open('period')} />
      ) : (
        <>
          <Reset {...zoom} />
          <span className="box scope-group">
            <Earlier {...zoom} />
            <PeriodButton zone={zone} onClick={() => open('period')} />
            <Later {...zoom} />
            <Wider {...zoom} />
            <Nearer {...zoom} />
          </span>
          <ShiftMenu />
          <ZoneMenu zone={zone} onMore={() => open('zone')} />
        </>
      )}
      {opened && (
        <Suspense>
          <ScopeDrawer part={part} zone={zone} onClose={() => setPart(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

interface ButtonProps {
  zone: string
  onClick: () => void
}

function useWords(period: ShownPeriod): { label: string | undefined; range: string } {
  const { type } = useScope()
  const now = useNow(60_000)
  if (period.shiftNote !== undefined) return { label: period.shiftNote, range: period.label }
  return { label: type === 'absolute' ? undefined : period.label, range: rangeWords(period, now, period.zone) }
}

function PeriodButton({ zone, narrow = false, onClick }: ButtonProps & { narrow?: boolean }) {
  const { label, range } = useWords(usePeriod(zone))
  const period = label === undefined ? range : `${label} ${range}`
  return (
    <button
      type="button"
      className="cut box inline near value scope-button scope-period"
      aria-label={`Period: ${period}`}
      aria-haspopup="dialog"
      title={period}
      onClick={onClick}
    >
      {narrow && <PeriodIcon />}
      {label !== undefined && <b>{label}</b>}{' '}
      <span className={label === undefined ? 'cut strong scope-alone' : narrow ? 'scope-on-paper' : undefined}>
        {range}
      </span>
    </button>
  )
}
