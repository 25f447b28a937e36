/** Where this document says which servers may be shown in a frame on it: what its policy lets in. */
const allowed = (): readonly string[] =>
  document.querySelector<HTMLMetaElement>('meta[name="frame-origins"]')?.content.split(' ') ?? []

export type Framing = 'allowed' | 'reload' | 'refused'

const TRIED = 'millwatch.framed'

/**
 * Whether a page of this origin can be shown here. A document that was loaded before somebody signed in, or before the add-in
 * was listed, knows nothing of it and is loaded again, once. A page of our own origin would be no guest and is refused.
 */
export function framingOf(origin: string): Framing {
  if (origin === location.origin) return 'refused'
  if (allowed().includes(origin)) {
    sessionStorage.removeItem(TRIED)
    return 'allowed'
  }
  if (sessionStorage.getItem(TRIED) === origin) return 'refused'
  sessionStorage.setItem(TRIED, origin)
  return 'reload'
}
