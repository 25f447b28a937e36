import { addressText } from '../../lib/use-change-address.ts'

/**
 * Choices of a unit's page by their names in the address; the first value of each is the default (specification 2,
 * section 3).
 */
const offered = {
  tab: ['util', 'equipment'],
  children: ['bars', 'circles'],
  bars: ['util', 'run'],
  groups: ['util', 'run'],
  expanded: ['0', '1'],
} as const

type Offered = typeof offered
export type UnitTab = Offered['tab'][number]
export type Choices = { [Name in keyof Offered]: Offered[Name][number] }

/** Choices that hold where the address has none, by the name of their parameter; the others are the defaults. */
export type UsualChoices = Readonly<Record<string, string | undefined>>

const names = Object.keys(offered) as (keyof Offered)[]

/**
 * Returns the choices of a unit's page in the query of an address. An absent or invalid one is taken from `usual`, or else is
 * the default.
 */
export function choicesOf(search: URLSearchParams, usual: UsualChoices): Choices {
  const among = (name: keyof Offered): string => {
    const values: readonly string[] = offered[name]
    const current = [search.get(name), usual[name]].find((value) => value != null && values.includes(value))
    return current ?? offered[name][0]
  }
  return Object.fromEntries(names.map((name) => [name, among(name)])) as unknown as Choices
}

/**
 * Returns the query of an address (with `?`, or blank) in which the choices of `change` are set. A choice that `choicesOf` with
 * `usual` returns without it is left out of the query, other parameters stay.
 */
export function writeChoices(search: URLSearchParams, change: Partial<Choices>, usual: UsualChoices = {}): string {
  const next = new URLSearchParams(search)
  const withoutQuery = choicesOf(new URLSearchParams(), usual)
  for (const name of names) {
    const value = change[name]
    if (value === undefined) continue
    if (value === withoutQuery[name]) next.delete(name)
    else next.set(name, value)
  }
  const text = addressText(next)
  return text === '' ? '' : `?${text}`
}
