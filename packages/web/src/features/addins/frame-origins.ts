import { dropStored, readStored, writeStored } from '../../lib/stored.ts'
import { documentOrigins } from './document-origins.ts'

export type Framing = 'allowed' | 'reload' | 'refused'

const TRIED = 'millwatch.framed'

/**
 * Returns `allowed` if this document allows pages of the origin in frames, `reload` if it does not and the document has to be
 * loaded again, and `refused` if that did not help or cannot be noted. `reload` comes only once in a row for an origin, which is
 * noted in sessionStorage. The origin of this page itself is always `refused`, since the sandbox would not hold it.
 */
export function framingOf(origin: string): Framing {
  if (origin === location.origin) return 'refused'
  if (documentOrigins().frames.includes(origin)) {
    dropStored(TRIED, 'sessionStorage')
    return 'allowed'
  }
  if (readStored(TRIED, 'sessionStorage') === origin) return 'refused'
  return writeStored(TRIED, origin, 'sessionStorage') ? 'reload' : 'refused'
}
