import { useSearchParams } from 'react-router'

/** Flags of the address that stay on the way from page to page. */
const STICKY = ['hidesidebar'] as const

/** Makes paths that keep the sticky flags of this address. */
export function usePaths(): { unit: (id: number) => string; machine: (id: number) => string } {
  const [search] = useSearchParams()
  const kept = STICKY.filter((name) => search.has(name)).map((name) =>
    search.get(name) ? `${name}=${search.get(name)}` : name,
  )
  const tail = kept.length === 0 ? '' : `?${kept.join('&')}`
  return { unit: (id) => `/o/${id}${tail}`, machine: (id) => `/e/${id}${tail}` }
}
