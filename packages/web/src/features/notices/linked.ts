interface Part {
  /** Index in the text at which the part begins. */
  readonly at: number
  readonly text: string
  /** Path and query on this server; undefined: plain text. */
  readonly href: string | undefined
}

/**
 * Returns the parts of a text in order, split at http addresses of this server (`origin`), each of which has its path in `href`.
 * Other addresses stay plain text; an empty text has no parts.
 */
export function linkedParts(text: string, origin: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const found of text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    const address = URL.parse(found[0])
    if (address === null || address.origin !== origin) continue
    if (found.index > end) parts.push({ at: end, text: text.slice(end, found.index), href: undefined })
    parts.push({ at: found.index, text: found[0], href: `${address.pathname}${address.search}` })
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), href: undefined })
  return parts
}
