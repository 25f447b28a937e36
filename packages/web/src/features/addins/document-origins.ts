import { dropStored, readStored, writeStored } from '../../lib/stored.ts'

/** Origins (`https://host`) of other servers whose pages a document may show in frames and whose pictures it may show. */
export interface Origins {
  /** Origins of pages that may be shown in frames. */
  readonly frames: readonly string[]
  /** Origins of pictures that may be shown. */
  readonly images: readonly string[]
}

const originsIn = (name: string): readonly string[] => {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return content.split(' ').filter((origin) => origin !== '')
}

/**
 * Returns the origins of frames and of pictures that the security policy of this document allows, from its `meta` elements; two
 * empty lists if it has none.
 */
export const documentOrigins = (): Origins => ({
  frames: originsIn('frame-origins'),
  images: originsIn('image-origins'),
})

/**
 * Returns the origins of the pages (`frames`) and of the icons (`images`) of add-ins, one for each add-in, with repetitions. An
 * add-in without an icon adds none to `images`.
 */
export const originsOf = (addins: readonly { index_url: string; icon_url: string | null }[]): Origins => ({
  frames: addins.map(({ index_url }) => new URL(index_url).origin),
  images: addins.flatMap(({ icon_url }) => (icon_url === null ? [] : [new URL(icon_url).origin])),
})

const sorted = (origins: readonly string[]): string => [...new Set(origins)].sort().join(' ')

const isSame = (some: readonly string[], others: readonly string[]): boolean => sorted(some) === sorted(others)

/** Returns true if `a` and `b` contain the same origins of frames and of images, in any order. */
export const isSamePolicy = (a: Origins, b: Origins): boolean =>
  isSame(a.frames, b.frames) && isSame(a.images, b.images)

const TRIED = 'millwatch.policy'

/**
 * Returns true if the origins that this document allows differ from `wanted`, so that the caller must load the document again,
 * and notes that in sessionStorage. It returns true only once in a row for the same wanted origins, because the server leaves out
 * an origin that cannot stand in a policy, and false where it cannot note it.
 */
export function takeReloadFor(wanted: Origins): boolean {
  if (isSamePolicy(documentOrigins(), wanted)) {
    dropStored(TRIED, 'sessionStorage')
    return false
  }
  const name = `${sorted(wanted.frames)}|${sorted(wanted.images)}`
  return readStored(TRIED, 'sessionStorage') !== name && writeStored(TRIED, name, 'sessionStorage')
}
