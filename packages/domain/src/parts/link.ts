/** Largest length of the link of a part, in characters. */
export const MOST_LINK_LENGTH = 2000

/** Address of a web page: http or https, a host without user name or password, no blank, backslash or control character. */
const webAddress = /^https?:\/\/[^\s\p{Cc}/?#\\@]+(?:[/?#][^\s\p{Cc}\\]*)?$/iu

/**
 * Returns the link of a part without outer blanks. Null: the text is blank, so there is no link; undefined: it is not the
 * address of a web page (`http://` or `https://`), or it is too long.
 */
export function linkOf(text: string): string | null | undefined {
  const link = text.trim()
  if (link === '') return null
  return webAddress.test(link) && link.length <= MOST_LINK_LENGTH ? link : undefined
}
