import { useSearchParams } from 'react-router'

/** One word of the address (`?panel=schedule`), and how to set it (undefined takes it out) without a step in the history. */
export function useInAddress(name: string): [string | null, (value: string | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const set = (value: string | undefined): void => {
    setSearch(
      (known) => {
        const changed = new URLSearchParams(known)
        if (value === undefined) changed.delete(name)
        else changed.set(name, value)
        return changed
      },
      { replace: true },
    )
  }
  return [search.get(name), set]
}

/** One of a few by the address; the first of them is the default, of which the address says nothing. */
export function useChoiceInAddress<Name extends string>(
  name: string,
  options: readonly [Name, ...Name[]],
): [Name, (value: Name) => void] {
  const [said, set] = useInAddress(name)
  const chosen = options.find((one) => one === said) ?? options[0]
  return [chosen, (value) => set(value === options[0] ? undefined : value)]
}
