import { useSearchParams } from 'react-router'
import { useChangeAddress } from './use-change-address.ts'

/**
 * Returns a query parameter of the address (`?panel=schedule`), null if it is absent, and a function that sets the parameter, or
 * removes it for undefined, without a history entry.
 */
export function useInAddress(name: string): [string | null, (value: string | undefined) => void] {
  const [search] = useSearchParams()
  const change = useChangeAddress()
  const set = (value: string | undefined): void =>
    change((present) => {
      if (value === undefined) present.delete(name)
      else present.set(name, value)
      return present
    })
  return [search.get(name), set]
}

/**
 * Returns the option that a query parameter of the address names, and a function that sets it without a history entry. The first
 * option is the default: it is returned for a missing or invalid parameter, and setting it removes the parameter.
 */
export function useChoiceInAddress<Name extends string>(
  name: string,
  options: readonly [Name, ...Name[]],
): [Name, (value: Name) => void] {
  const [current, set] = useInAddress(name)
  const chosen = options.find((option) => option === current) ?? options[0]
  return [chosen, (value) => set(value === options[0] ? undefined : value)]
}
