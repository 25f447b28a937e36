import { useCallback, useEffect, useMemo, useState } from 'react'
import { type NavigateFunction, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { useIsDisplay } from '../../scope/display.ts'
import { useKeptChoices } from '../../scope/kept-choices.ts'
import { type Choices, choicesOf, writeChoices } from './choices.ts'

/**
 * Writes changed choices into the query of the current address without a history entry. Does nothing if the address stays the
 * same.
 */
function writeToAddress(navigate: NavigateFunction, change: Partial<Choices>): void {
  const before = new URLSearchParams(location.search)
  const search = writeChoices(before, change)
  if (search !== location.search) void navigate({ search }, { replace: true, preventScrollReset: true })
}

/**
 * Returns the choices of a unit's page, and a function that changes them in the address and keeps them in this browser for
 * later visits. An address that a person opens without choices shows the defaults, so it looks the same to everybody. A link
 * inside the program without choices takes the last ones and writes them into the address.
 */
export function useChoices(): [Choices, (change: Partial<Choices>) => void] {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  // Only the first navigation counts, because a later change of the period is a navigation too.
  const navigation = useNavigationType()
  const [wasOpened] = useState(navigation === 'POP')
  const isDisplay = useIsDisplay()
  const kept = useKeptChoices()
  // A display shows its machines unless its address has other choices; choices from other visits do not apply to it.
  const usual = useMemo(() => (isDisplay ? { tab: 'equipment' } : wasOpened ? {} : kept), [isDisplay, wasOpened, kept])
  const choices = useMemo(() => choicesOf(search, usual), [search, usual])
  const { tab, children, bars, groups, expanded } = choices
  useEffect(() => {
    // A click may have led to another page already, whose address the choices of this one must not enter.
    const isLeft = location.pathname !== pathname
    if (!wasOpened && !isDisplay && !isLeft) writeToAddress(navigate, { tab, children, bars, groups, expanded })
  }, [navigate, pathname, wasOpened, isDisplay, tab, children, bars, groups, expanded])
  const change = useCallback(
    (wanted: Partial<Choices>): void => {
      // From the address as it is, since a click before this one may not be rendered yet.
      const next = { ...choicesOf(new URLSearchParams(location.search), usual), ...wanted }
      useKeptChoices.setState(next)
      writeToAddress(navigate, next)
    },
    [navigate, usual],
  )
  return [choices, change]
}
