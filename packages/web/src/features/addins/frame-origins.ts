import { documentOrigins } from './document-origins.ts'

export type Framing = 'allowed' | 'reload' | 'refused'

const TRIED = 'millwatch.framed'

/**
 * Returns if a page of this origin can be shown in a frame: `allowed`, `reload` or `refused`. A document that was loaded
 * before the add-in was added does not allow the origin; the first time the answer is `reload`, which the function remembers
 * in sessionStorage, and `refused` afterwards. A page of our own origin is refused, since the sandbox would not hold it.
 */
export function framingOf(origin: string): Framing {
  if (origin === location.origin) return 'refused'
  if (documentOrigins().frames.includes(origin)) {
    sessionStorage.removeItem(TRIED)
    return 'allowed'
  }
  if (sessionStorage.getItem(TRIED) === origin) return 'refused'
  sessionStorage.setItem(TRIED, origin)
  return 'reload'
}
