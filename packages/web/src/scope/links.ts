import { useSearchParams } from 'react-router'

/** Flags of the address that stay on the way from page to page. */
const STICKY = ['hidesidebar'] as const

interface Paths {
  readonly unit: (id: number) => string
  readonly machine: (id: number) => string
  /** Any other page by its path. */
  readonly page: (path: string) => string
}

/** Makes paths that keep the sticky flags of this address. */
export function usePaths(): Paths {
  const [search] = useSearchParams()
  const kept = STICKY.filter((name) => search.has(name)).map((name) =>
    search.get(name) ? `${name}=${search.get(name)}` : name,
  )
  const tail = kept.length === 0 ? '' : `?${kept.join('&')}`
  return { unit: (id) => `/o/${id}${tail}`, machine: (id) => `/e/${id}${tail}`, page: (path) => `${path}${tail}` }
}
