import { useCallback, useEffect, useMemo } from 'react'
import { type NavigateFunction, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { useIsDisplay } from '../../scope/display.ts'
import { useKeptChoices } from '../../scope/kept-choices.ts'
import { type Choices, choicesOf, writeChoices } from './choices.ts'

/** The address as it is by now, whoever wrote into it last. */
function say(navigate: NavigateFunction, change: Partial<Choices>): void {
  const before = new URLSearchParams(location.search)
  const search = writeChoices(before, change)
  if (search !== location.search) void navigate({ search }, { replace: true, preventScrollReset: true })
}

/**
 * The choices of a unit's page, and how to change them, here, in the address and for the next time. An address that was opened
 * and says nothing means the defaults, so that a copied one shows the same to everybody; a link inside the program that says
 * nothing leads to what was chosen last, and its address says so from then on.
 */
export function useChoices(): [Choices, (change: Partial<Choices>) => void] {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const wasOpened = useNavigationType() === 'POP'
  const isDisplay = useIsDisplay()
  const kept = useKeptChoices()
  // A display shows its machines unless its address says otherwise; what somebody chose elsewhere is not its own.
  const choices = useMemo(
    () => choicesOf(search, isDisplay ? { tab: 'equipment' } : wasOpened ? {} : kept),
    [search, isDisplay, wasOpened, kept],
  )
  const { tab, children, bars, groups, expanded } = choices
  useEffect(() => {
    if (!wasOpened && !isDisplay) say(navigate, { tab, children, bars, groups, expanded })
  }, [navigate, wasOpened, isDisplay, tab, children, bars, groups, expanded])
  const change = useCallback(
    (wanted: Partial<Choices>): void => {
      useKeptChoices.setState({ ...choices, ...wanted })
      say(navigate, { ...choices, ...wanted })
    },
    [navigate, choices],
  )
  return [choices, change]
}
