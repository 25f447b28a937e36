import { useSearchParams } from 'react-router'
import { useChangeAddress } from './use-change-address.ts'

/**
 * Returns one parameter of the address (`?panel=schedule`) and a function that sets it, or removes it for undefined.
 * Setting it adds no history entry.
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

/** Returns one of several options held in the address. The first one is the default, which is not written. */
export function useChoiceInAddress<Name extends string>(
  name: string,
  options: readonly [Name, ...Name[]],
): [Name, (value: Name) => void] {
  const [current, set] = useInAddress(name)
  const chosen = options.find((option) => option === current) ?? options[0]
  return [chosen, (value) => set(value === options[0] ? undefined : value)]
}
