import { useSearchParams } from 'react-router'

/**
 * Returns one parameter of the address (`?panel=schedule`) and a function that sets it, or removes it for undefined.
 * Setting it adds no history entry.
 */
export function useInAddress(name: string): [string | null, (value: string | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const set = (value: string | undefined): void => {
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current)
        if (value === undefined) changed.delete(name)
        else changed.set(name, value)
        return changed
      },
      { replace: true },
    )
  }
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
