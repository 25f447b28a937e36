import { useSearchParams } from 'react-router'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useIsDisplay } from '../../scope/display.ts'

export type UnitTab = 'util' | 'equipment'

/** What a unit's page is set to show, by its name in the address; the first of each is the default. */
const offered = {
  tab: ['util', 'equipment'],
  children: ['bars', 'circles'],
  bars: ['util', 'run'],
  groups: ['util', 'run'],
  expanded: ['0', '1'],
} as const

type Offered = typeof offered
export type Choices = { [Name in keyof Offered]: Offered[Name][number] }

const names = Object.keys(offered) as (keyof Offered)[]

/** What was chosen last, on whichever unit. */
const useKept = create<Partial<Choices>>()(persist(() => ({}), { name: 'millwatch.unit', version: 0 }))

const among = <Name extends keyof Offered>(name: Name, value: string | null | undefined): Choices[Name] | undefined =>
  (offered[name] as readonly string[]).includes(value ?? '') ? (value as Choices[Name]) : undefined

/** The choices of a unit's page: by the address, else as chosen last; and how to change them, which writes both. */
export function useChoices(): [Choices, (change: Partial<Choices>) => void] {
  const [search, setSearch] = useSearchParams()
  const kept = useKept()
  const isDisplay = useIsDisplay()
  // A display shows its machines, unless its address says otherwise; what somebody chose elsewhere is not its own.
  const fallback = (name: keyof Offered): string =>
    isDisplay ? (name === 'tab' ? 'equipment' : offered[name][0]) : (kept[name] ?? offered[name][0])
  const choices = Object.fromEntries(
    names.map((name) => [name, among(name, search.get(name)) ?? among(name, fallback(name)) ?? offered[name][0]]),
  ) as unknown as Choices
  const change = (wanted: Partial<Choices>): void => {
    useKept.setState(wanted)
    setSearch(
      (known) => {
        const next = new URLSearchParams(known)
        for (const name of names) {
          const value = wanted[name]
          if (value !== undefined) next.set(name, value)
        }
        return next
      },
      { replace: true },
    )
  }
  return [choices, change]
}
