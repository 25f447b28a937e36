import { useCallback, useEffect, useMemo, useState } from 'react'
import { type NavigateFunction, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { useIsDisplay } from '../../scope/display.ts'
import { useKeptChoices } from '../../scope/kept-choices.ts'
import { type Choices, choicesOf, type UsualChoices, writeChoices } from './choices.ts'

/** Choices of a kiosk display, which shows its machines unless its address has others. */
const OF_DISPLAY: UsualChoices = { tab: 'equipment' }
const NONE: UsualChoices = {}

/**
 * Writes changed choices into the query of the current address, by the rules of `writeChoices`, without a history entry. Does
 * nothing if the address stays the same.
 */
function writeToAddress(navigate: NavigateFunction, change: Partial<Choices>, usual: UsualChoices): void {
  const before = new URLSearchParams(location.search)
  const search = writeChoices(before, change, usual)
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
  // The address has to be whole for others, who have kept no choices.
  const ofAddress = isDisplay ? OF_DISPLAY : NONE
  // Choices from other visits do not apply to a display.
  const usual = isDisplay || wasOpened ? ofAddress : kept
  const choices = useMemo(() => choicesOf(search, usual), [search, usual])
  const { tab, children, bars, groups, expanded } = choices
  useEffect(() => {
    // A click may have led to another page already, whose address the choices of this one must not enter.
    const isLeft = location.pathname !== pathname
    if (!wasOpened && !isDisplay && !isLeft) writeToAddress(navigate, { tab, children, bars, groups, expanded }, NONE)
  }, [navigate, pathname, wasOpened, isDisplay, tab, children, bars, groups, expanded])
  const change = useCallback(
    (wanted: Partial<Choices>): void => {
      // From the address as it is, since a click before this one may not be rendered yet.
      const next = { ...choicesOf(new URLSearchParams(location.search), usual), ...wanted }
      useKeptChoices.setState(next)
      writeToAddress(navigate, next, ofAddress)
    },
    [navigate, usual, ofAddress],
  )
  return [choices, change]
}
