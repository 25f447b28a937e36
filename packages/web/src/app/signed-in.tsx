import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { rememberDisplay, useIsRememberedDisplay } from '../features/identity/display.ts'
import { useRenewal } from '../features/identity/renewal.ts'
import { useShiftColours } from '../features/identity/use-shift-colours.ts'
import { ApiError } from '../lib/api.ts'
import { chooseDates } from '../lib/dates.ts'
import { chooseMeasures, keyOfMeasures } from '../lib/measures.ts'
import { useIsFullscreen } from '../lib/use-fullscreen.ts'
import { usePreferences } from '../scope/preferences.ts'
import { kioskQuery, userQuery } from '../scope/session.ts'
import { DisplayShell } from '../shell/display-shell.tsx'
import { isOperatorPath } from '../shell/operator-path.ts'
import { followRelease } from '../shell/release/queries.ts'
import { Shell } from '../shell/shell.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Overlays } from './overlays.tsx'

const ChangePasswordPage = lazy(async () => ({
  default: (await import('../pages/change-password/change-password-page.tsx')).ChangePasswordPage,
}))

const SecondFactorPage = lazy(async () => ({
  default: (await import('../pages/second-factor/second-factor-page.tsx')).SecondFactorPage,
}))

/**
 * Frame of all pages that need a signed-in person or kiosk display. It loads the person or display and applies the measures of
 * the company, and for a person theme, colours and way of writing dates. It keeps the session of a display alive, and that of a
 * person in full screen or on the screen of an operator. It shows the page to change a password that must be changed, or to set
 * up a second factor that the company requires. It does not handle a 401 answer: that leads to the sign-in page elsewhere.
 */
export function SignedIn() {
  useEffect(followRelease, [])
  return useIsRememberedDisplay() ? <AsDisplay /> : <AsPerson />
}

const isForbidden = (error: Error | null): boolean => error instanceof ApiError && error.status === 403

function AsPerson() {
  const { data: user, error, refetch } = useQuery(userQuery)
  const theme = user?.theme
  useEffect(() => {
    if (theme !== undefined) usePreferences.getState().receiveTheme(theme)
  }, [theme])
  useShiftColours(user?.shiftColors)
  // Set while rendering, before anything below writes a date.
  chooseDates({ locale: user?.locale ?? null, clockHours: user?.clock_hours ?? null })
  chooseMeasures(user?.company_settings)
  const isOperator = isOperatorPath(useLocation().pathname)
  useRenewal('person', useIsFullscreen() || isOperator)
  const isDisplay = isForbidden(error)
  useEffect(() => {
    if (isDisplay) rememberDisplay(true)
  }, [isDisplay])
  if (user?.must_change_password) {
    return (
      <Suspense>
        <ChangePasswordPage username={user.username} />
      </Suspense>
    )
  }
  if (user?.must_set_up_second_factor) {
    return (
      <Suspense>
        <SecondFactorPage companyName={user.company_name} />
      </Suspense>
    )
  }
  if (user !== undefined) {
    return (
      <Overlays>
        {/* Another choice renders every date, temperature and amount on the page again. */}
        <Shell key={`${user.locale} ${user.clock_hours} ${keyOfMeasures(user.company_settings)}`} user={user} />
      </Overlays>
    )
  }
  return isDisplay ? null : <Unreachable error={error} onRetry={() => void refetch()} />
}

function AsDisplay() {
  const { data: kiosk, failureReason: error, refetch } = useQuery(kioskQuery)
  const isPerson = isForbidden(error)
  useEffect(() => {
    if (isPerson) rememberDisplay(false)
  }, [isPerson])
  chooseMeasures(kiosk?.company_settings)
  if (kiosk !== undefined && !isPerson) {
    return (
      <Overlays>
        <DisplayShell key={keyOfMeasures(kiosk.company_settings)} kiosk={kiosk} />
      </Overlays>
    )
  }
  return isPerson ? null : <Unreachable error={error} onRetry={() => void refetch()} />
}

function Unreachable({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null || (error instanceof ApiError && error.status === 401)) return null
  return (
    <main>
      <Notice
        alert
        whole
        title="Millwatch cannot be reached"
        ways={
          <Button primary onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {error.message}. Nothing is lost: machine data is stored whether or not anyone looks.
      </Notice>
    </main>
  )
}
